/**
 * Writes the description of the API, for members and for staff, to docs/. With --check it writes nothing
 * and fails when one has drifted, breaks what the last release described, or is refused by redocly.
 * With --release it keeps the description as that of the last release.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { contract, deprecationFaults, deprecations } from '@semblance/contract'
import { describeApi } from '../../apps/server/src/api-description/describe.ts'
import { breakingChanges, type Description } from './changes.ts'

const root = join(import.meta.dirname, '../..')
const problems: string[] = []

const files = { members: 'openapi', staff: 'openapi-staff' } as const
for (const readers of ['members', 'staff'] as const) {
  const path = `docs/${files[readers]}.json`
  const file = join(root, path)
  const description = await describeApi('/api', readers)
  const text = `${JSON.stringify(description, null, 1)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
    problems.push(`${path} does not match the contract. Run: npm run docs:api`)
  const released = join(root, `docs/released/${files[readers]}.json`)
  if (process.argv.includes('--release')) {
    mkdirSync(join(root, 'docs/released'), { recursive: true })
    copyFileSync(file, released)
  }
  if (existsSync(released)) {
    const before = JSON.parse(readFileSync(released, 'utf8')) as Description
    const today = new Date().toISOString().slice(0, 10)
    problems.push(...breakingChanges(before, JSON.parse(text) as Description, today))
  }
  if (process.argv.includes('--check')) problems.push(...lint(path))
}

problems.push(...deprecationFaults(deprecations, new Set(procedureNames())))

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function procedureNames(part: object = contract, path: string[] = []): string[] {
  return isContractProcedure(part)
    ? [path.join('.')]
    : Object.entries(part).flatMap(([name, below]) => procedureNames(below, [...path, name]))
}

/** Returns what redocly's recommended rules find, warnings included. */
function lint(path: string): string[] {
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'lint', path, '--format=json'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (!stdout.trim().startsWith('{')) return status === 0 ? [] : [`${path}: ${stderr || stdout}`]
  const { problems: found } = JSON.parse(stdout) as {
    problems: { message: string; ruleId: string; location: { pointer?: string }[] }[]
  }
  return found.map((one) => `${path}: ${one.message} (${one.ruleId}, ${one.location[0]?.pointer})`)
}
