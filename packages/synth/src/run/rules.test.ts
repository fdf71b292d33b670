import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRows } from '../draw/sample-rows.ts'
import { createCoded } from '../engines/duckdb/coded-tables.ts'
import { openDatabase } from '../engines/duckdb/database.ts'
import { measureInDuckdb } from '../engines/duckdb/measure.ts'
import { readTable } from '../engines/duckdb/read-table.ts'
import { readTrainingRows } from '../engines/duckdb/read-training-rows.ts'
import {
  type DeclaredSchema,
  declaredSchema,
  type SynthesisMode,
  seededRandom,
  synthesize,
} from '../index.ts'
import { fitModel } from '../model/fit-model.ts'
import { measureByRules } from '../model/measure/measure-by-rules.ts'
import { planBudget } from '../model/private/budget.ts'
import { openLedger, type PrivacyLedger, rhoSpent } from '../model/private/privacy-ledger.ts'
import { fitProtected } from '../model/protected/fit-protected.ts'
import { openSources } from '../read/open-sources.ts'
import { planRules } from '../schema/rules/plan-rules.ts'
import { countBrokenRules } from './count-broken-rules.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'rules-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

type Row = Record<string, string>
type DeclaredRules = DeclaredSchema['tables'][string]['rules']

const inputPath = path.join(dir, 'original.csv')
const schemaOf = (declared: object) => declaredSchema.parse({ tables: { original: declared } })

/** Rows of a CSV file without quoted values. */
function parse(text: string): Row[] {
  const [header, ...lines] = text.trim().split('\n')
  const names = header!.split(',')
  return lines.map((line) => rowOf(names, line.split(',')))
}

function rowOf(names: string[], cells: string[]): Row {
  return Object.fromEntries(names.map((name, j) => [name, cells[j]!]))
}

type Drawn = { rows: Row[]; ledger: PrivacyLedger; broken: { rule: string; brokenRows: number }[] }

/** A run without writing, evaluation and report, which cost most of its time. */
async function draw(
  csv: string | Buffer,
  declared: object,
  rowCount: number,
  mode: SynthesisMode = 'private',
): Promise<Drawn> {
  const workDir = mkdtempSync(path.join(dir, 'run-'))
  writeFileSync(inputPath, csv)
  const [source] = await openSources([inputPath], workDir)
  const database = await openDatabase({
    workDir,
    readablePaths: [source!.path],
    threads: 2,
    memoryLimitMb: 512,
  })
  try {
    const { connection } = database
    const read = await readTable(connection, { source: source!, schema: schemaOf(declared) })
    const rules = planRules(read.schema)
    await createCoded(connection, rules, null, 1n)
    const random = seededRandom(3)
    const plan = planBudget(3, 1e-6)
    const ledger = openLedger(plan.rho)
    const fit = async () => {
      const watching = { random, onFraction: () => {}, signal: undefined }
      if (mode === 'protected') {
        const training = await readTrainingRows(connection, rules.schemas)
        return fitProtected({ rows: training, plan: rules, ...watching })
      }
      const measure = measureInDuckdb(connection)
      const measured = await measureByRules({ measure, plan, ledger, ...watching }, rules)
      return fitModel(measured.measuring, measured.columns)
    }
    const model = await fit()
    const columns = sampleRows(model, rowCount, 0, random)
    const names = read.schema.columns.map(({ name }) => name)
    const rows = Array.from({ length: rowCount }, (_, i) =>
      rowOf(
        names,
        columns.map((column) => column[i]!),
      ),
    )
    return { rows, ledger, broken: await countBrokenRules(connection, read.schema, rules) }
  } finally {
    database.close()
  }
}

const cents = (text: string) => Math.round(Number(text) * 100)

const TAXI_RULES: DeclaredRules = [
  { order: ['pickup', 'dropoff'] },
  { sum: 'total', of: ['fare', 'tip', 'tolls'], rest: true },
  { dependency: 'pickup_borough', on: ['pickup_zone'] },
  { dependency: 'dropoff_borough', on: ['dropoff_zone'] },
]

/** Counts the rows of rides that break each rule. */
function brokenRides(rows: Row[]): number[] {
  const late = rows.filter(({ pickup, dropoff }) => pickup! > dropoff!)
  const dear = rows.filter(
    ({ fare, tip, tolls, total }) => cents(total!) < cents(fare!) + cents(tip!) + cents(tolls!),
  )
  const elsewhere = (end: string) => {
    const boroughs = new Map<string, string>()
    return rows.filter((row) => {
      const [zone, borough] = [row[`${end}_zone`]!, row[`${end}_borough`]!]
      const known = boroughs.get(zone) ?? borough
      boroughs.set(zone, known)
      return known !== borough
    })
  }
  return [late, dear, elsewhere('pickup'), elsewhere('dropoff')].map((broken) => broken.length)
}

let taxis: Drawn
let freeTaxis: Drawn
beforeAll(async () => {
  const csv = gunzipSync(readFileSync(new URL('../../testdata/taxis-500.csv.gz', import.meta.url)))
  const unused = ['passengers', 'distance', 'color', 'payment']
  const columns = Object.fromEntries(unused.map((name) => [name, { drop: true }]))
  taxis = await draw(csv, { columns, rules: TAXI_RULES }, 1000)
  freeTaxis = await draw(csv, { columns }, 1000)
})

test('rides obey an order of times, a sum and dependencies in every row', () => {
  expect(taxis.rows).toHaveLength(1000)
  expect(brokenRides(taxis.rows)).toEqual([0, 0, 0, 0])
  const [late, dear] = brokenRides(freeTaxis.rows)
  expect(Math.min(late!, dear!)).toBeGreaterThan(50)
})

test('rules cost no privacy of their own', () => {
  expect(rhoSpent(taxis.ledger)).toBeCloseTo(rhoSpent(freeTaxis.ledger), 12)
  const labels = taxis.ledger.entries.map(({ label }) => label)
  expect(labels).toContain('pickup_borough by pickup_zone')
  expect(labels).toContain('values of dropoff above pickup')
})

test('the owner is told how many rows of the original break a rule', () => {
  expect(taxis.broken).toEqual([
    { rule: 'pickup <= dropoff', brokenRows: 0 },
    { rule: 'total >= fare + tip + tolls', brokenRows: 0 },
    { rule: 'pickup_zone -> pickup_borough', brokenRows: 0 },
    { rule: 'dropoff_zone -> dropoff_borough', brokenRows: 0 },
  ])
})

/**
 * Stays in a hospital: three in ten have not ended, extra costs are missing in half of them, and ten bills are too
 * high by one. A ward's rooms are its own, as is the floor, which is a number.
 */
function staysCsv(rows: number): string {
  const random = seededRandom(11)
  const below = (bound: number) => random.nextUint32() % bound
  const day = (n: number) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10)
  const lines = ['ward,floor,admitted,discharged,care,extra,bill,paid']
  for (let i = 0; i < rows; i++) {
    const floor = below(4)
    const ward = `${'NESW'[floor]}${below(3)}`
    const admitted = below(600)
    const stay = floor + Math.floor(below(30) ** 2 / 30)
    const discharged = below(10) < 3 ? '' : day(admitted + stay)
    const care = 100 * stay + below(50)
    const extra = below(2) ? '' : `${below(90)}.${below(10)}`
    const bill = care + Number(extra) + (i < 10 ? 1 : 0)
    const paid = Math.min(bill, 1000 + below(500)).toFixed(1)
    lines.push([ward, floor, day(admitted), discharged, care, extra, bill.toFixed(1), paid].join())
  }
  return `${lines.join('\n')}\n`
}

const STAY_RULES: DeclaredRules = [
  { order: ['admitted', 'discharged'] },
  { sum: 'bill', of: ['care', 'extra'], rest: false },
  { order: ['paid', 'bill'] },
  { dependency: 'floor', on: ['ward'] },
]

function expectObedient(rows: Row[]): void {
  const floorOf = new Map<string, string>()
  for (const row of rows) {
    if (row.discharged) expect(row.discharged >= row.admitted!).toBe(true)
    expect(cents(row.bill!)).toBe(cents(row.care!) + cents(row.extra!))
    expect(cents(row.paid!)).toBeLessThanOrEqual(cents(row.bill!))
    floorOf.set(row.ward!, floorOf.get(row.ward!) ?? row.floor!)
    expect(row.floor).toBe(floorOf.get(row.ward!))
  }
}

/** 1 - Kolmogorov-Smirnov at the original's percentiles, among rows with a value. */
function shape(original: Row[], twin: Row[], name: string): number {
  const values = (rows: Row[]) =>
    rows.flatMap((row) => {
      const text = row[name]!
      return text ? [text.includes('-') ? Date.parse(text) : Number(text)] : []
    })
  const [real, made] = [values(original).sort((a, b) => a - b), values(twin)]
  const upTo = (list: number[], limit: number) =>
    list.filter((value) => value <= limit).length / list.length
  const gaps = Array.from({ length: 100 }, (_, i) => {
    const limit = real[Math.floor((i / 100) * real.length)]!
    return Math.abs(upTo(real, limit) - upTo(made, limit))
  })
  return 1 - Math.max(...gaps)
}

test('computed columns keep their shapes and their missing values', { tags: 'long' }, async () => {
  const csv = staysCsv(4000)
  const columns = { paid: { kind: 'number' } }
  const { rows, broken } = await draw(csv, { columns, rules: STAY_RULES }, 4000)
  const original = parse(csv)
  expectObedient(rows)
  expect(rows.filter(({ ward, floor }) => 'NESW'[Number(floor)] !== ward![0])).toEqual([])
  expect(broken.map(({ brokenRows }) => brokenRows)).toEqual([0, 10, 0, 0])
  for (const name of ['discharged', 'bill', 'floor']) {
    expect(shape(original, rows, name)).toBeGreaterThan(0.93)
  }
  // Set from the bill by a difference that depends on it: the price of the rule.
  expect(shape(original, rows, 'paid')).toBeGreaterThan(0.85)
  const missing = (list: Row[], name: string) =>
    list.filter((row) => !row[name]).length / list.length
  for (const name of ['discharged', 'extra', 'bill']) {
    expect(Math.abs(missing(rows, name) - missing(original, name))).toBeLessThan(0.03)
  }
})

test('rules and ranges hold in what is delivered, and the report has every column', async () => {
  writeFileSync(inputPath, staysCsv(400))
  const outputDir = path.join(dir, 'twins')
  mkdirSync(outputDir)
  const columns = {
    care: { min: 0, max: 3200 },
    extra: { min: 0, max: 100 },
    bill: { min: 0, max: 1500 },
    paid: { kind: 'number', min: 0, max: 1400 },
  }
  const { tables } = await synthesize({
    inputPaths: [inputPath],
    outputDir,
    tempDir: dir,
    random: seededRandom(3),
    schema: schemaOf({ columns, rules: STAY_RULES }),
    rows: 500,
  })
  const { path: twinPath, published, internal } = tables[0]!
  const rows = parse(readFileSync(twinPath, 'utf8'))
  expect(rows).toHaveLength(500)
  expectObedient(rows)
  for (const { care, bill, paid } of rows) {
    expect(Math.max(Number(bill) / 1500, Number(paid) / 1400)).toBeLessThanOrEqual(1)
    expect(Math.min(Number(care), Number(paid))).toBeGreaterThanOrEqual(0)
  }
  const names = Object.keys(rows[0]!)
  expect(published.columns.map(({ name }) => name)).toEqual(names)
  expect(published.columns.filter(({ plot }) => plot === null)).toEqual([])
  expect(published.privacy.guarantee).toContain('declared rules between columns')
  expect(internal.rules.map(({ rule }) => rule)).toEqual([
    'admitted <= discharged',
    'bill = care + extra',
    'paid <= bill',
    'ward -> floor',
  ])
})

test('rules hold in protected mode, and no mapping is taken from few rows', {
  tags: 'long',
}, async () => {
  const csv = staysCsv(2000)
    .replaceAll('N0,0,', 'N0,3,')
    .replace('N0,3,', 'N9,2,')
    .replace('N0,3,', 'N0,1,')
  const columns = { paid: { kind: 'number' } }
  const { rows } = await draw(csv, { columns, rules: STAY_RULES }, 2000, 'protected')
  expectObedient(rows)
  expect(new Set(rows.flatMap(({ ward, floor }) => (ward === 'N0' ? [floor] : [])))).toEqual(
    new Set(['3']),
  )
  expect(rows.filter(({ ward }) => ward === 'N9')).toEqual([])
})

test('a public mapping is looked up at no cost', { tags: 'long' }, async () => {
  const mapping = Object.fromEntries(
    [...'NESW'].flatMap((floor) => [0, 1, 2].map((i) => [`${floor}${i}`, `wing ${floor}`])),
  )
  const csv = staysCsv(1000)
    .split('\n')
    .map((line, i) => line && `${line},${i === 0 ? 'wing' : `wing ${line[0]}`}`)
    .join('\n')
  const rules = [{ dependency: 'wing', on: ['ward'], mapping }]
  const { rows, ledger, broken } = await draw(csv, { rules }, 500)
  expect(rows.filter(({ ward, wing }) => mapping[ward!] !== wing)).toEqual([])
  expect(ledger.entries.map(({ label }) => label)).not.toContain('wing by ward')
  expect(broken).toEqual([{ rule: 'ward -> wing', brokenRows: 0 }])
})

test('a rule that cannot be kept is refused before anything is counted', async () => {
  const rules = [{ order: ['admitted', 'discharged', 'admitted'] }]
  await expect(draw(staysCsv(200), { rules }, 10)).rejects.toThrow(
    'The rules on "admitted" and "discharged" go in a circle; drop one of them.',
  )
})
