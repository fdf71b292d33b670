import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../src/platform/database/db.ts'
import { TEMPLATE } from './global-setup.ts'

/** Opens a new, migrated, empty database; `close` drops it. */
export async function openTestDatabase(): Promise<Database> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const db = openDatabase({ ...server, database: name })
  return {
    ...db,
    close: async () => {
      await db.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
