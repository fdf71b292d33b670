/** Describes the API for members and for staff, and compares what is written with what holds. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isContractProcedure } from '@orpc/contract'
import { contract, deprecationFaults, deprecations } from '@semblance/contract'
import { describeApi } from '../../apps/server/src/api-description/describe.ts'
import { breakingChanges, type Description } from './changes.ts'

export const root = join(import.meta.dirname, '../..')

/** Names a description by its path in the repository, and that of the last release, which there need not be. */
export type Described = { path: string; released: string; text: string }

/** Returns both descriptions as they have to be written. */
export async function describeBoth(): Promise<Described[]> {
  const files = { members: 'openapi.json', staff: 'openapi-staff.json' } as const
  return Promise.all(
    (['members', 'staff'] as const).map(async (readers) => ({
      path: `docs/${files[readers]}`,
      released: `docs/released/${files[readers]}`,
      text: `${JSON.stringify(await describeApi('/api', readers), null, 1)}\n`,
    })),
  )
}

/** Returns what is gone that the last release described. */
export function releaseFaults({ released, text }: Described): string[] {
  if (!existsSync(join(root, released))) return []
  const before = JSON.parse(readFileSync(join(root, released), 'utf8')) as Description
  const today = new Date().toISOString().slice(0, 10)
  return breakingChanges(before, JSON.parse(text) as Description, today)
}

/** Returns what is wrong with the list of deprecated procedures. */
export function listFaults(): string[] {
  return deprecationFaults(deprecations, new Set(procedureNames()))
}

function procedureNames(part: object = contract, path: string[] = []): string[] {
  return isContractProcedure(part)
    ? [path.join('.')]
    : Object.entries(part).flatMap(([name, below]) => procedureNames(below, [...path, name]))
}

/** Returns what redocly's recommended rules find in files, warnings included, one line each. */
export function lintDescriptions(paths: string[]): string[] {
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'lint', ...paths, '--format=github-actions'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  const found = stdout.split('\n').filter((line) => line.startsWith('::'))
  return status === 0 || found.length > 0 ? found : [stderr || stdout]
}
