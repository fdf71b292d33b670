/**
 * Runs every check in two lanes of about the same length: static checks and all browser tests next to unit
 * and server tests, which fill the processor time that a waiting page leaves. With `--long`, runs what these
 * checks shorten, in full. Outages are left to `npm run test:faults`. Prints the output of a part when it
 * ends, and its seconds.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

const short = {
  pages: ['lint', 'types', 'boundaries', 'deadcode', 'test:components', 'test:browser'],
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

/** Runs package scripts in order until one fails. Returns the name of the failed one, or null. */
async function runLane(names, niceness = 0) {
  for (const name of names) {
    const startedAt = Date.now()
    const { code, output } = await runScript(name, niceness)
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    console.log(`${output}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code !== 0) return name
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

const failed = await Promise.all([runLane(pages), runLane(units, unitNiceness)])
const names = failed.filter((name) => name !== null)
if (names.length > 0) {
  console.error(`Failed: ${names.join(', ')}`)
  process.exitCode = 1
}
