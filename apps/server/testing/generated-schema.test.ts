/** Tests that what is generated from the migrations is committed as they make it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { generateFromSchema } from '../../../scripts/schema/generated-schema.ts'
import { openTestDatabase } from './database.ts'

const db = await openTestDatabase()
afterAll(db.close)

test('schema, data model and types match the migrations; else run npm run db:generate', async () => {
  const { rows } = await db.pool.query('select current_database() as database')
  const address = { ...inject('postgres'), database: String(rows[0].database) }
  for (const { path, text } of await generateFromSchema(db.pool, address)) {
    const committed = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
    expect(committed === text, `${path} matches the migrations`).toBe(true)
  }
})
