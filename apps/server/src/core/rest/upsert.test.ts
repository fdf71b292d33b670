import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Database, system } from '../../platform/database/db.ts'
import { insertIntoTable } from './service.ts'
import type { Table } from './tables.ts'

/** No table that the protocol shows may be upserted by anyone; this one, as the system, may. */
const profiles: Table = {
  name: 'profiles',
  columns: ['user_id', 'email', 'phone'],
  key: ['user_id'],
  writes: ['insert', 'update'],
}

let db: Database
const user_id = '00000000-0000-7000-8000-000000000001'
beforeAll(async () => {
  db = await openTestDatabase()
  await db.transaction(system, (tx) =>
    tx.insertInto('auth.users').values({ id: user_id, email: 'a@b.test' }).execute(),
  )
})
afterAll(() => db.close())

const upsert = async (row: object, onConflict: 'merge' | 'ignore' | null) => {
  const selected = profiles.columns.map((column) => ({
    column,
    path: [],
    name: column,
    cast: null,
  }))
  const { body } = await insertIntoTable({
    db,
    claims: system,
    table: profiles,
    query: { selected, conditions: [], order: [], limit: 1000, offset: 0 },
    isSingle: false,
    rows: [row],
    columns: Object.keys(row),
    resolution: onConflict && { columns: ['user_id'], onConflict },
    isRepresented: true,
  })
  return JSON.parse(body)
}

test('a row that is there is merged, ignored or refused', async () => {
  const row = { user_id, email: 'a@b.test', phone: '1' }
  expect(await upsert(row, 'merge')).toEqual([row])
  expect(await upsert({ ...row, phone: '2' }, 'merge')).toEqual([{ ...row, phone: '2' }])
  expect(await upsert({ ...row, phone: '3' }, 'ignore')).toEqual([])
  await expect(upsert(row, null)).rejects.toMatchObject({ code: '23505' })
})
