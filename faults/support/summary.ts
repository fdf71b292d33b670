/** The table of what the tests of one file measured. */
const rows: [fault: string, measured: string][] = []

/** Adds a row with what was measured under a fault. */
export function note(fault: string, measured: string): void {
  rows.push([fault, measured])
}

/** Prints the rows in the order in which they were noted; the last act of a file. */
export function printSummary(): void {
  const width = Math.max(0, ...rows.map(([fault]) => fault.length))
  const lines = rows.map(([fault, measured]) => `${fault.padEnd(width)}  ${measured}\n`)
  process.stdout.write(`\n${lines.join('')}`)
}

/** Formats a duration, as in "12.3 s". */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
