/**
 * `npm run fuzz` sends generated requests to every operation of the API's description, as a client, a vendor and
 * staff of the sample marketplace, and fails on an answer of the server's fault or one that is not as described.
 * `--max-time=N` sets the seconds of random requests for each of the three, 20 by default, after the cases that the
 * description itself names; `--as=staff` takes one of them. Needs Python 3.10 or later, and the network once.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
  options: { 'max-time': { type: 'string', default: '20' }, as: { type: 'string' } },
})

const command = install()
const startedAt = Date.now()
const server = await startServer({ needsPages: false, env: { RATE_LIMIT_SESSION: 'off' } })
const failed: string[] = []
try {
  for (const caller of Object.keys(callers) as Caller[]) {
    if (values.as && values.as !== caller) continue
    const begunAt = Date.now()
    const isFine = await fuzzAs(caller)
    if (!isFine) failed.push(caller)
    console.log(`${isFine ? '✓' : '✗'} as ${caller} (${secondsSince(begunAt)} s)`)
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

async function fuzzAs(caller: Caller): Promise<boolean> {
  const { email, description } = callers[caller]
  const dir = join(tmpdir(), `semblance-fuzz-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'openapi.json')
  const token = await tokenOf(server.url, { email, password: 'semblance' })
  const headers = { authorization: `Bearer ${token}` }
  writeFileSync(file, await (await fetch(server.url + description, { headers })).text())
  const { status, error } = spawnSync(
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
      stdio: 'inherit',
      env: { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py') },
    },
  )
  rmSync(dir, { recursive: true, force: true })
  if (error) throw error
  return status === 0
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000)
}
