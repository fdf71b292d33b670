/**
 * Runs every check in two lanes of about the same length: static checks, the build and all browser tests next to
 * unit and server tests, which fill the processor time that a waiting page leaves. With `--long`, runs what these
 * checks shorten, in full. Outages are left to `npm run test:faults`. Prints the output of a part when it
 * ends, and its seconds; last of all the tests that passed on a second try only, and how the output of each
 * failed part ended.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { secondTry } from './second-tries.mjs'

const short = {
  pages: ['lint', 'types', 'boundaries', 'deadcode', 'test:components', 'build', 'test:browser'],
  units: ['test:units'],
}
const long = {
  pages: ['test:long:browser', 'test:long:components'],
  units: ['test:long:units'],
}
const { pages, units } = process.argv.includes('--long') ? long : short

/**
 * Lowers the priority of units, in steps of `nice`, to that of the engine that works for pages: a page waits a
 * limited time for what it shows.
 */
const unitNiceness = 10

/** Counts the lines that repeat failures at the end: CI keeps about a hundred. */
const linesAtEnd = 80

/** Names the tests that failed once and passed when they were tried again, which CI does. */
const secondTries = []

/** Runs package scripts in order until one fails. Returns the failed one with its output, or null. */
async function runLane(names, niceness = 0) {
  for (const name of names) {
    const startedAt = Date.now()
    const { code, output } = await runScript(name, niceness)
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    secondTries.push(...linesOf(output).filter((line) => line.startsWith(secondTry)))
    console.log(`${output}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code !== 0) return { name, output }
  }
  return null
}

function runScript(name, niceness) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid) setPriority(child.pid, niceness)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

/** Prints the end of a failed part's output, where Vitest says what failed and why, without colors. */
function printEnd({ name, output }, lineCount) {
  console.error(`\n✗ ${name} ended with:\n${linesOf(output).slice(-lineCount).join('\n')}`)
}

function linesOf(output) {
  return stripVTControlCharacters(output).trimEnd().split('\n')
}

const lanes = await Promise.all([runLane(pages), runLane(units, unitNiceness)])
const failures = lanes.filter((failure) => failure !== null)
for (const line of secondTries) console.log(line)
for (const failure of failures) printEnd(failure, Math.floor(linesAtEnd / failures.length))
if (failures.length > 0) {
  console.error(`\nFailed: ${failures.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}
