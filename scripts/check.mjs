/**
 * Runs every check: static checks and component tests next to unit and server tests, which leave a core idle
 * at times; browser tests afterward, since they need both. Outages are left to `npm run test:faults`. Prints the output of a part when it ends, and its
 * seconds.
 */
import { spawn } from 'node:child_process'

const lanes = [
  ['lint', 'boundaries', 'types', 'deadcode', 'schema', 'test:components'],
  ['test:units'],
]

/** Runs package scripts in order until one fails. Returns the name of the failed one, or null. */
async function runLane(names) {
  for (const name of names) {
    const startedAt = Date.now()
    const { code, output } = await runScript(name)
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    console.log(`${output}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code !== 0) return name
  }
  return null
}

function runScript(name) {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

const failed = await Promise.all(lanes.map(runLane))
failed.push(await runLane(['test:browser']))
const names = failed.filter((name) => name !== null)
if (names.length > 0) {
  console.error(`Failed: ${names.join(', ')}`)
  process.exitCode = 1
}
