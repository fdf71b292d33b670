/** The table of what was measured, printed once after all files. */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the file that collects the rows; vitest calls it before the first test. */
export function setup(): void {
  process.env.FAULTS_SUMMARY_DIR = mkdtempSync(join(tmpdir(), 'semblance-faults-summary-'))
}

/** Prints the rows, if any, and removes their file; vitest calls it after the last test. */
export function teardown(): void {
  const dir = process.env.FAULTS_SUMMARY_DIR!
  const path = join(dir, 'rows')
  if (existsSync(path)) {
    const rows = readFileSync(path, 'utf8').trimEnd().split('\n')
    const pairs = rows.map((row) => JSON.parse(row) as [string, string])
    const width = Math.max(...pairs.map(([fault]) => fault.length))
    const lines = pairs.map(([fault, measured]) => `  ${fault.padEnd(width)}  ${measured}\n`)
    process.stdout.write(`\nMeasured:\n${lines.join('')}`)
  }
  rmSync(dir, { recursive: true, force: true })
}

/** Adds a row with what was measured under a fault. */
export function note(fault: string, measured: string): void {
  appendFileSync(
    join(process.env.FAULTS_SUMMARY_DIR!, 'rows'),
    `${JSON.stringify([fault, measured])}\n`,
  )
}

/** Formats a duration, as in "12.3 s". */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
