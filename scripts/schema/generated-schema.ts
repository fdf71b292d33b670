/** Describes what the migrations make of a database: for readers, and as types for the compiler. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { describeDataModel } from './data-model.ts'
import { dumpSchema } from './schema-dump.ts'

const root = join(import.meta.dirname, '../..')

/** Names a database on a socket. */
export type Address = { host: string; user: string; password: string; database: string }

/** Returns the files that follow from the schema of a migrated database, by their paths in the repository. */
export async function generateFromSchema(
  pool: pg.Pool,
  address: Address,
): Promise<{ path: string; text: string }[]> {
  return [
    { path: 'apps/server/schema.sql', text: await dumpSchema(pool) },
    { path: 'docs/data-model.md', text: await describeDataModel(pool) },
    { path: 'apps/server/src/platform/database/database.gen.ts', text: generateTypes(address) },
  ]
}

function generateTypes({ host, user, password, database }: Address): string {
  const scratch = mkdtempSync(join(tmpdir(), 'semblance-schema-'))
  const out = join(scratch, 'database.ts')
  try {
    const result = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
        '--config-file',
        join(root, 'apps/server/kysely-codegen.json'),
        '--url',
        `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`,
        '--out-file',
        out,
      ],
      { cwd: root, encoding: 'utf8' },
    )
    if (result.status !== 0) throw new Error(result.stderr || result.stdout)
    return readFileSync(out, 'utf8')
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
