import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { blankColumn } from '../../testing/blank-column.ts'
import { createCoded } from '../engines/duckdb/coded-tables.ts'
import { queryRows } from '../engines/duckdb/database.ts'
import { measureInDuckdb } from '../engines/duckdb/measure.ts'
import { discoverCategories } from '../model/measure/discover-categories.ts'
import { planBudget, unitOf } from '../model/private/budget.ts'
import { sigmaOfRho } from '../model/private/privacy-accountant.ts'
import { openLedger, rhoSpent, spend } from '../model/private/privacy-ledger.ts'
import { seededRandom } from '../random/seeded-random.ts'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { planRules } from '../schema/rules/plan-rules.ts'
import type { TableSchema } from '../schema/table-schema.ts'

const column: ColumnSchema = {
  ...blankColumn,
  name: 'value',
  mask: '9999',
}

function visits(maxRows: number): TableSchema {
  return {
    name: 'visits',
    columns: [{ ...column, name: 'patient', kind: 'key' }, column],
    entity: { column: 0, maxRows },
    series: null,
    rules: [],
  }
}

/** Returns the counted rows of the given patient IDs; each row's value is its number. */
async function codeRows(patients: (string | null)[], maxRows: number) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const list = patients.map((id, i) => `(${id === null ? 'null' : `'${id}'`}, '${i}')`)
  await connection.run(
    `create table raw as select c0 as t0, c0, c1 as t1, c1 from (values ${list}) as v(c0, c1)`,
  )
  const schema = visits(maxRows)
  await createCoded(connection, planRules(schema), schema.entity, 42n)
  const rows = await queryRows(connection, 'select x1, held from coded order by x1')
  const counted = rows.map(([row, held]) => ({ row: Number(row), isHeld: held === true }))
  return { counted, measure: measureInDuckdb(connection) }
}

/** Lists the IDs of 60 patients with 1 to 7 rows, of one with 1000, and 20 rows without a patient. */
const patients = [
  ...Array.from({ length: 240 }, (_, i) => `p${(i * i) % 61}`),
  ...Array<string>(1000).fill('often'),
  ...Array<null>(20).fill(null),
]

test('no more rows of an entity count than declared, drawn from all of them', async () => {
  const { counted } = await codeRows(patients, 3)
  const perPatient = Map.groupBy(counted, ({ row }) => patients[row] ?? `nobody ${row}`)
  for (const [id, rows] of perPatient) {
    const all = patients.filter((patient) => patient === id).length
    expect(rows).toHaveLength(id.startsWith('nobody') ? 1 : Math.min(3, all))
  }
  expect(perPatient.size).toBe(new Set(patients.filter((id) => id !== null)).size + 20)
  const often = perPatient.get('often')!.map(({ row }) => row)
  expect(Math.max(...often)).toBeGreaterThan(300)
})

test('all rows of an entity are held out, or none', async () => {
  const { counted } = await codeRows(patients, 7)
  const perPatient = Map.groupBy(counted, ({ row }) => patients[row] ?? `nobody ${row}`)
  const sides = [...perPatient.values()].map((rows) => new Set(rows.map(({ isHeld }) => isHeld)))
  expect(sides.every((side) => side.size === 1)).toBe(true)
  expect(sides.some((side) => side.has(true)) && sides.some((side) => side.has(false))).toBe(true)
})

test('without somebody, however many rows they have, no more than the cap change', async () => {
  const others = patients.filter((id) => id !== 'often')
  const withRows = await codeRows([...others, ...Array<string>(1000).fill('often')], 4)
  const without = await codeRows(others, 4)
  const rowsOf = ({ counted }: typeof without) =>
    new Set(counted.filter(({ isHeld }) => !isHeld).map(({ row }) => row))
  const [more, fewer] = [rowsOf(withRows), rowsOf(without)]
  expect([...fewer].every((row) => more.has(row))).toBe(true)
  expect(more.size - fewer.size).toBe(4)
  expect((await withRows.measure.countRows()) - (await without.measure.countRows())).toBe(
    more.size - fewer.size,
  )
})

test('noise on every count is as many times larger as rows may count, and the claim the same', () => {
  const perRow = planBudget(3, 1e-6)
  const perPatient = planBudget(3, 1e-6, unitOf(visits(5)))
  expect(perPatient.unit).toEqual({ entity: 'patient', rows: 5 })
  expect(perPatient.rho).toBe(perRow.rho)
  for (const [purpose, share] of Object.entries(perRow.share)) {
    const scaled = perPatient.share[purpose as keyof typeof perRow.share]
    expect(sigmaOfRho(scaled) / sigmaOfRho(share), purpose).toBeCloseTo(5, 9)
  }
  const ledger = openLedger(perPatient.rho, perPatient.unit.rows)
  for (const share of Object.values(perPatient.share)) spend(ledger, 'a look', share)
  expect(rhoSpent(ledger)).toBeCloseTo(perRow.rho, 9)
  expect(() => spend(ledger, 'one look more', 1e-4)).toThrow('exhausted')
})

test('categories that one entity alone has are published no more often than delta allows', () => {
  const random = seededRandom(3)
  const [delta, sigma, runs, rows] = [0.03, 20, 4000, 6]
  const total = { count: 1000, variance: 100 }
  const publishedOf = (counts: number[]) => {
    let published = 0
    for (let run = 0; run < runs; run++) {
      const own = counts.map((count, code) => ({ label: `own ${code}`, code, count }))
      const { labels } = discoverCategories(own, sigma, delta, total, rows, random)
      if (labels.length > 0) published++
    }
    return published / runs
  }
  const limit = delta + 4 * Math.sqrt(delta / runs)
  expect(publishedOf([rows])).toBeLessThan(limit)
  expect(publishedOf(Array<number>(rows).fill(1))).toBeLessThan(limit)
})
