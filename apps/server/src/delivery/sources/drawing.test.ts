/** Tests that a run which draws from a model is charged for its report alone, however it ends. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { costOf, costOfReport } from './budget.ts'
import type { Measurement, RunLedger } from './measurement.ts'
import {
  createSource,
  recordMeasuring,
  recordModel,
  reserveMeasurement,
  settleBudget,
} from './service.ts'

let db: TestDatabase
let vendor: string
beforeAll(async () => {
  db = await openTestDatabase()
  const { rows } = await db.pool.query(
    `insert into organizations (organization_id, slug, name, email, city, country, industry, is_client, is_vendor)
     values ('ORG-10001-PANEL', 'panel', 'Panel', 'a@panel.test', 'Oslo', 'other', 'retail', false, true)
     returning id`,
  )
  vendor = rows[0].id
})
afterAll(() => db.close())

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(system, work)
const newSource = () => asSystem((tx) => createSource(tx, { vendor, name: randomUUID() }))

const run = (drawsFrom?: string): Measurement => ({
  ...{ purpose: 'delivery', subject: randomUUID(), vendor, deals: ['CTR-1'], title: 'Panel' },
  ...{ epsilon: 3, sha256s: [], tables: [], drawsFrom },
})
const reserve = (of: Measurement, id: string) =>
  asSystem((tx) => reserveMeasurement(tx, of, { id }))
const measure = (of: Measurement) => asSystem((tx) => recordMeasuring(tx, of))
const store = (of: Measurement, rho: number | null) => asSystem((tx) => recordModel(tx, of, rho))
const settle = (of: Measurement, ledger?: RunLedger) =>
  asSystem((tx) => settleBudget(tx, of, ledger))

async function rowsOf({ subject }: Measurement) {
  const { rows } = await db.pool.query(
    `select state, rho_billionths as rho, delta, drawn_from from source_spendings
     where subject = $1 order by created_at, state desc`,
    [subject],
  )
  return rows.map(({ rho, ...row }) => ({ ...row, rho: BigInt(rho) }))
}

async function taken(id: string) {
  const { rows } = await db.pool.query(
    `select rho_reserved_billionths as reserved, rho_spent_billionths as spent,
       (select coalesce(sum(rho_billionths) filter (where state = 'reserved'), 0)::bigint
         from source_spendings where source_id = s.id) as open,
       (select coalesce(sum(rho_billionths) filter (where state = 'spent'), 0)::bigint
         from source_spendings where source_id = s.id) as ended
     from sources s where id = $1`,
    [id],
  )
  const { reserved, spent, open, ended } = rows[0]
  expect([open, ended]).toEqual([reserved, spent])
  return { reserved: BigInt(reserved), spent: BigInt(spent) }
}

const whole = { rho: 0.18, delta: 1e-6 }
const spent = 180_000_000n
const ofReport = { ...whole, rhoOfReports: 0.009 }

/** Measures a source of its own, and stores the model. */
async function paid() {
  const { id: source } = await newSource()
  const first = run()
  await reserve(first, source)
  await measure(first)
  const id = await store(first, 0.17)
  await settle(first, whole)
  return { source, id }
}

it('what is reserved for a draw is its report, and spent is what the report took, without a delta', async () => {
  const { source, id } = await paid()
  const drawn = run(id)
  await reserve(drawn, source)
  expect(await taken(source)).toEqual({ reserved: costOfReport(3), spent })
  await measure(drawn)
  await settle(drawn, ofReport)
  expect(await taken(source)).toEqual({ reserved: 0n, spent: spent + 9_000_000n })
  expect(await rowsOf(drawn)).toEqual([
    { state: 'spent', rho: 9_000_000n, delta: 0, drawn_from: id },
  ])
})

it('a run that was reserved in full and draws gives back what it does not need', async () => {
  const { source, id } = await paid()
  const queued = run()
  await reserve(queued, source)
  await measure({ ...queued, drawsFrom: id })
  expect(await taken(source)).toEqual({ reserved: costOfReport(3), spent })
  await settle(queued, ofReport)
  expect(await rowsOf(queued)).toMatchObject([{ rho: 9_000_000n, drawn_from: id }])
})

it('a run that was to draw and measures after all is covered in full before it counts, or refused', async () => {
  const { source, id } = await paid()
  const [lost, refused] = [run(id), run(id)]
  await reserve(lost, source)
  await measure({ ...lost, drawsFrom: undefined })
  expect(await taken(source)).toEqual({ reserved: costOf(3), spent })
  await settle(lost, whole)
  expect(await rowsOf(lost)).toEqual([
    { state: 'spent', rho: spent, delta: 1e-6, drawn_from: null },
  ])
  await reserve(run(), source)
  await reserve(refused, source)
  const measuring = measure({ ...refused, drawsFrom: undefined })
  await expect(measuring).rejects.toMatchObject({ code: 'privacy_budget_exhausted' })
  await settle(refused)
  expect(await rowsOf(refused)).toMatchObject([{ state: 'released' }])
})

it('a draw that ends without its report spends all that its report may have taken', async () => {
  const { source, id } = await paid()
  const ended = run(id)
  await reserve(ended, source)
  await measure(ended)
  await settle(ended)
  expect(await taken(source)).toEqual({ reserved: 0n, spent: spent + costOfReport(3) })
})

it('a run that goes on from its own model is charged once; without its report, for the model', async () => {
  const { id: source } = await newSource()
  const [done, ended] = [run(), run()]
  for (const one of [done, ended]) {
    await reserve(one, source)
    await measure(one)
    const own = await store(one, 0.17)
    await measure({ ...one, drawsFrom: own }) // another process, after a restart
  }
  await settle(done, { ...whole, rhoOfReports: 0.01 })
  await settle(ended)
  expect(await taken(source)).toEqual({ reserved: 0n, spent: spent + 170_000_000n })
})

it('a run whose own model is of no use any more has spent it, and reserves for another', async () => {
  const { id: source } = await newSource()
  const updated = run()
  await reserve(updated, source)
  await measure(updated)
  await store(updated, 0.17)
  await measure(updated) // by another engine
  expect(await rowsOf(updated)).toMatchObject([
    { state: 'spent', rho: 170_000_000n },
    { state: 'reserved', rho: costOf(3) },
  ])
  await settle(updated, whole)
  expect(await taken(source)).toEqual({ reserved: 0n, spent: spent + 170_000_000n })
})

it('a model of another source is not drawn from, as its cost is in another account', async () => {
  const { id } = await paid()
  const { id: other } = await newSource()
  const stranger = run(id)
  await reserve(stranger, other)
  expect(await rowsOf(stranger)).toMatchObject([{ rho: costOf(3), drawn_from: null }])
  await expect(measure(stranger)).rejects.toThrow('another source')
  expect(await taken(other)).toEqual({ reserved: costOf(3), spent: 0n })
})

it('no model is stored of what was not measured', async () => {
  const { id: source } = await newSource()
  const early = run()
  await reserve(early, source)
  await expect(store(early, 0.1)).rejects.toThrow('A model of no measurement')
})
