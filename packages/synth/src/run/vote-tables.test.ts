import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { casesOf } from '../../testing/test-length.ts'
import { openDatabase } from '../engines/duckdb/database.ts'
import { loadDeclared } from '../engines/duckdb/read-table.ts'
import { openLedger, rhoSpent } from '../model/private/privacy-ledger.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { openSources } from '../read/open-sources.ts'
import { type DeclaredSchema, declaredSchema } from '../schema/declared-schema.ts'
import { planFamilies, withKeys } from '../schema/plan-families.ts'
import { resolveTable } from '../schema/resolve-table.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import { unitRowsOf, voteTables } from './vote-tables.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'votes-'))
afterAll(() => rmSync(dir, { recursive: true }))

const EPSILON = 3
const DELTA = 1e-6

type Voted = { schemas: TableSchema[]; spent: number; budget: number; labels: string[] }

/** Votes on the columns of files with each of some seeds. */
async function vote(
  files: Record<string, string[]>,
  seeds: number,
  declared: DeclaredSchema = { tables: {} },
): Promise<Voted[]> {
  const workDir = mkdtempSync(path.join(dir, 'run-'))
  const paths = Object.entries(files).map(([name, lines]) => {
    const filePath = path.join(workDir, `${name}.csv`)
    writeFileSync(filePath, `${lines.join('\n')}\n`)
    return filePath
  })
  const sources = await openSources(paths, workDir)
  const [family] = planFamilies(sources, declared)
  const { schema } = withKeys(declared, [family!])
  const inOrder = family!.tables.map((name) => sources.find((source) => source.name === name)!)
  const database = await openDatabase({
    workDir,
    readablePaths: sources.map((source) => source.path),
    threads: 2,
    memoryLimitMb: 256,
    tables: sources.length,
  })
  try {
    const tables: Parameters<typeof voteTables>[1] = []
    for (const [i, source] of inOrder.entries()) {
      const connection = database.connections[i]!
      const loaded = await loadDeclared(connection, { source, schema: schema! })
      tables.push({ name: source.name, connection, loaded, isSample: false })
    }
    const voted: Voted[] = []
    for (let seed = 1; seed <= seeds; seed++) {
      const rowsOf = unitRowsOf(family!, schema)
      const ledger = openLedger(1)
      const ledgerOf = (name: string) => ({ ...ledger, rowsPerUnit: rowsOf(name) })
      const terms = { epsilon: EPSILON, delta: DELTA, ledgerOf, random: seededRandom(seed) }
      const profiles = await voteTables(family!, tables, schema, terms)
      const schemas = profiles.map((of, i) =>
        resolveTable(family!.tables[i]!, of, schema?.tables[family!.tables[i]!]),
      )
      const labels = ledger.entries.map(({ label }) => label)
      voted.push({ schemas, spent: rhoSpent(ledger), budget: 0.02 * 0.1836, labels })
    }
    return voted
  } finally {
    database.close()
  }
}

const people = Array.from({ length: 2000 }, (_, i) => {
  const joined = new Date(Date.UTC(2019, 0, 1 + (i % 700))).toISOString().slice(0, 10)
  return [`C-${10_000 + i}`, 20 + (i % 50), (1000 + ((i * 7919) % 90_000) / 100).toFixed(2), joined]
})
const header = 'customer_id,age,income,joined'

const KINDS = [
  ['key', 0, '', 'A-99999'],
  ['integer', 0, '', ''],
  ['number', 2, '', ''],
  ['date', 0, '%Y-%m-%d', ''],
]

test.each(
  casesOf(
    ['x,about thirty,0.123456789,31/12/2019'],
    ['C-10000,31.123456789,none of your business,2019-01-01 12:00', '7,007,99999999999999,1'],
  ),
)(
  'one row with odd values (%s) changes nothing in 20 of 20 seeds',
  { tags: 'scaled' },
  async (odd) => {
    const rows = people.map((row, i) => (i === 777 ? odd : row.join()))
    for (const { schemas, spent, budget } of await vote({ people: [header, ...rows] }, 20)) {
      const decided = schemas[0]!.columns.map(({ kind, decimals, dateFormat, mask }) => [
        kind,
        kind === 'number' ? decimals : 0,
        dateFormat,
        kind === 'key' ? mask : '',
      ])
      expect(decided).toEqual(KINDS)
      expect(spent).toBeLessThanOrEqual(budget * 1.001)
    }
  },
)

test('what is declared is not voted on, and costs nothing', async () => {
  const declared = declaredSchema.parse({
    tables: {
      people: {
        columns: {
          customer_id: { kind: 'key', pattern: 'C-99999' },
          age: { kind: 'integer' },
          income: { kind: 'number', decimals: 2 },
          joined: { format: '%Y-%m-%d' },
        },
      },
    },
  })
  const lines = [header, ...people.map((row) => row.join())]
  const [voted] = await vote({ people: lines }, 1, declared)
  expect(voted!.labels).toEqual([])
  const [half] = await vote({ people: lines }, 1, {
    tables: {
      people: {
        ...declared.tables.people!,
        columns: { ...declared.tables.people!.columns, age: {} },
      },
    },
  })
  expect(half!.labels).toEqual(['kind of age'])
})

test('no more rows of an entity vote than count', async () => {
  // One customer has most of the rows, in which the amount is a text; the vote is capped at two.
  const crowd = Array.from({ length: 4000 }, () => 'C-1,unknown')
  const others = Array.from({ length: 3000 }, (_, i) => `D-${i},${i % 90}`)
  const columns = { customer: { kind: 'key', pattern: 'A-9999' } }
  const entity = { column: 'customer', maxRows: 2 }
  const declared = declaredSchema.parse({ tables: { bills: { columns, entity } } })
  const [voted] = await vote({ bills: ['customer,amount', ...crowd, ...others] }, 1, declared)
  expect(voted!.schemas[0]!.columns[1]!.kind).toBe('integer')
})

test('rows of a child table vote only where they hang on a row that counts, and no more of each', async () => {
  const customers = Array.from({ length: 3000 }, (_, i) => `${i},${i % 9}`)
  const orders = Array.from({ length: 3000 }, (_, i) => `${i},${i % 50}`)
  const crowd = Array.from({ length: 3000 }, () => '5,lots')
  const orphans = Array.from({ length: 3000 }, (_, i) => `${10_000 + i},lots`)
  const parent = { table: 'customers', column: 'customer_id', key: 'id', maxRows: 2 }
  const declared = declaredSchema.parse({ tables: { customers: {}, orders: { parent } } })
  const files = {
    customers: ['id,grade', ...customers],
    orders: ['customer_id,price', ...orders, ...crowd, ...orphans],
  }
  const [voted] = await vote(files, 1, declared)
  expect(voted!.schemas[1]!.columns[1]!.kind).toBe('integer')
})
