import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import {
  type Database,
  openDatabase,
  type RequestLimits,
  requestLimits,
} from '../src/platform/database/db.ts'
import { TEMPLATE } from './global-setup.ts'

export type TestDatabase = Database & {
  /** Closes the database and keeps it as a template. */
  keepAs: (template: string) => Promise<void>
}

/** Opens a database of the caller's own, migrated and empty or a copy of `template`; `close` drops it. */
export async function openTestDatabase({
  template = TEMPLATE,
  limits,
}: {
  template?: string
  /** Limits the database like that of requests. */
  limits?: Partial<RequestLimits>
} = {}): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const db = openDatabase({ ...server, database: name }, limits && { ...requestLimits, ...limits })
  return {
    ...db,
    close: async () => {
      await db.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
    keepAs: async (kept) => {
      await db.close()
      await admin.query(`alter database ${name} rename to ${kept}`)
      await admin.end()
    },
  }
}
