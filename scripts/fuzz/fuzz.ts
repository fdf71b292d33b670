/**
 * `npm run fuzz` sends generated requests to every operation of the API's description, as a client, a vendor and
 * staff of the sample marketplace, and fails on an answer of the server's fault or one that is not as described.
 * `--max-time=N` sets the seconds for each of the three, 60 by default: first come the cases at the limits of what the
 * description permits, then random ones. `--as=staff` takes one of them. Needs Python 3.10 or later, and a registry of
 * its packages once.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tokenOf } from '../../e2e/support/deal-fixtures.ts'
import { startServer } from '../../e2e/support/server.ts'

const root = join(import.meta.dirname, '../..')
const venv = join(root, 'node_modules/.semblance/schemathesis')

const callers = {
  client: { email: 'client@sample.test', description: '/api/openapi.json' },
  vendor: { email: 'vendor@sample.test', description: '/api/openapi.json' },
  staff: { email: 'staff@sample.test', description: '/api/openapi-staff.json' },
} as const
type Caller = keyof typeof callers

/** Lists what would end the run itself: the samples, the caller's account and sessions; and streams without an end. */
const leftOut = '^/(samples/reset|settings/delete-account|settings/sessions|events)'

const { values } = parseArgs({
  options: { 'max-time': { type: 'string', default: '60' }, as: { type: 'string' } },
})

const command = install()
const startedAt = Date.now()
const server = await startServer({ needsPages: false, env: { RATE_LIMIT_SESSION: 'off' } })
const failed: string[] = []
try {
  for (const caller of Object.keys(callers) as Caller[]) {
    if (values.as && values.as !== caller) continue
    const begunAt = Date.now()
    const { isFine, reached } = await fuzzAs(caller)
    if (!isFine) failed.push(caller)
    console.log(`${isFine ? '✓' : '✗'} as ${caller}: ${reached} (${secondsSince(begunAt)} s)`)
  }
} finally {
  await server.stop()
}
console.log(`Fuzzed in ${secondsSince(startedAt)} s.`)
if (failed.length > 0) process.exitCode = 1

/** Installs schemathesis, as the requirements pin it, unless it is there. Returns the path of its command. */
function install(): string {
  const requirements = join(import.meta.dirname, 'requirements.txt')
  const stamp = join(venv, 'installed')
  const state = createHash('sha256').update(readFileSync(requirements)).digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
    console.log('Installing schemathesis …')
    rmSync(venv, { recursive: true, force: true })
    run('python3', ['-m', 'venv', venv])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
    run(join(venv, 'bin/python'), [...pip, '--require-hashes', '-r', requirements])
    writeFileSync(stamp, state)
  }
  return join(venv, 'bin/st')
}

function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} failed.`)
}

async function fuzzAs(caller: Caller): Promise<{ isFine: boolean; reached: string }> {
  const { email, description } = callers[caller]
  const dir = join(tmpdir(), `semblance-fuzz-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'openapi.json')
  const token = await tokenOf(server.url, { email, password: 'semblance' })
  const headers = { authorization: `Bearer ${token}` }
  writeFileSync(file, await (await fetch(server.url + description, { headers })).text())
  // Not spawnSync: the connections that this process keeps would be closed unseen.
  const child = spawn(
    command,
    [
      ...['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', file],
      ...['--url', `${server.url}/api`, '--header', `Authorization: Bearer ${token}`],
      ...['--exclude-path-regex', leftOut, '--phases', 'coverage,fuzzing'],
      ...['--max-time', values['max-time'], '--request-timeout', '30'],
      ...['--generation-deterministic', '--no-color', '--warnings', 'off'],
    ],
    {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py') },
    },
  )
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
    process.stdout.write(part)
  })
  const [status] = (await once(child, 'close')) as [number | null]
  rmSync(dir, { recursive: true, force: true })
  return { isFine: status === 0, reached: reachedIn(output) }
}

/** Says how many of the operations had their turn in the time. */
function reachedIn(output: string): string {
  const numberOf = (name: string) => new RegExp(`${name}: (\\d+)`).exec(output)?.[1] ?? '0'
  return `${numberOf('Tested')} of ${numberOf('Selected')} operations`
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000)
}
