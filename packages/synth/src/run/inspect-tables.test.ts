import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parseSchema, writeSchema } from '../command/schema-file.ts'
import { SURROGATES } from '../draw/surrogate-identifiers.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { inspectTables } from './inspect-tables.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'inspect-'))
afterAll(() => rmSync(dir, { recursive: true }))

const testdata = (name: string) => fileURLToPath(new URL(`../../testdata/${name}`, import.meta.url))

const inspected = new Map<string, ReturnType<typeof inspectTables>>()

/** Inspects a file without a schema, once. */
async function inspect(filePath: string) {
  const known = inspected.get(filePath) ?? inspectTables([filePath], { tempDir: dir })
  inspected.set(filePath, known)
  const [inspection] = await known
  return inspection!
}

async function kindsOf(filePath: string): Promise<string> {
  const { columns } = await inspect(filePath)
  return columns.map(({ kind }) => kind).join(' ')
}

test('columns of public tables are taken for what they are', { tags: 'long' }, async () => {
  expect(await kindsOf(testdata('adult-5000.csv.gz'))).toBe(
    'integer category integer category integer category category category category category integer integer integer category category',
  )
  expect(await kindsOf(testdata('taxis-500.csv.gz'))).toBe(
    'timestamp timestamp integer number number number number number category category category category category category',
  )
  expect(await kindsOf(testdata('titanic3.xls'))).toBe(
    'integer boolean pii category number integer integer category number category category category key text',
  )
})

test('even steps in time make a series, and taxi rides do not', { tags: 'long' }, async () => {
  const occupancy = await inspect(testdata('occupancy-500.csv.gz'))
  expect(occupancy.proposal.declared.series).toEqual({ time: 'date' })
  expect(occupancy.proposal.warnings.join()).toContain('declared as a series')
  const taxis = await inspect(testdata('taxis-500.csv.gz'))
  expect(taxis.proposal.declared.series).toBeUndefined()
})

/** Writes rows at uneven times, in random order; `isSeries` has two of three numbers follow each other. */
function readings(isSeries: boolean): string {
  const random = seededRandom(9)
  const below = (bound: number) => random.nextUint32() % bound
  let [seconds, level, load] = [0, 500, 90]
  const rows = Array.from({ length: 600 }, () => {
    seconds += 60 + below(9000)
    level = isSeries ? level + below(21) - 10 : below(1000)
    load = isSeries ? load + below(7) - 3 : below(100)
    const time = new Date(Date.UTC(2020, 0, 1) + 1000 * seconds).toISOString().slice(0, 19)
    return { level, text: `${time.replace('T', ' ')},${level},${load},${below(50)}` }
  })
  // Sorted by a number, which says nothing about time.
  const sorted = rows.sort((a, b) => a.level - b.level).map(({ text }) => text)
  return `${['at,level,load,other', ...sorted].join('\n')}\n`
}

test('a series is suspected by time, never by the order of the file', {
  tags: 'long',
}, async () => {
  const notices: unknown[] = []
  for (const isSeries of [true, false]) {
    const input = path.join(dir, `readings-${isSeries}.csv`)
    writeFileSync(input, readings(isSeries))
    notices.push((await inspect(input)).notices)
  }
  expect(notices).toEqual([[{ type: 'series_suspected', time: 'at' }], []])
})

test('a rule that some rows break is a comment with their number, and declares nothing', async () => {
  const lines = Array.from({ length: 3000 }, (_, i) => {
    const [a, b] = [1 + ((i * 31) % 90), 1 + ((i * 17) % 83)]
    return `${a},${b},${a + b + (i === 7 || i === 2900 ? 1 : 0)}`
  })
  const input = path.join(dir, 'sums.csv')
  writeFileSync(input, `${['a,b,total', ...lines].join('\n')}\n`)
  const text = writeSchema([await inspect(input)])
  expect(text).toMatch(/# \{ sum: total, of: \[ a, b \].*# broken by 2 of 3000 rows looked at/)
  expect(parseSchema(text, 's.yaml').tables.sums!.rules).toEqual([])
  expect(text).toContain('All that is declared here counts as public')
})

/** 250 patients with 4 visits each, and every kind of personal data. */
function visitsCsv(): string {
  const random = seededRandom(6)
  const below = (bound: number) => random.nextUint32() % bound
  const identifiers = ['iban', 'card', 'phone', 'ipv6', 'mac', 'street', 'name'] as const
  const lines = [`patient_id,${identifiers},email,zip,ward_id,age,temp_c,spo2_pct,note`]
  for (let i = 0; i < 1000; i++) {
    const made = identifiers.map((identifier) => SURROGATES[identifier](random))
    const note = `visit ${i} was long and the person said very much about it`
    lines.push(
      `${50_000 + (i >> 2)},${made},p${i}@corp.test,0${1000 + below(9000)},${below(9)},${below(95)},${(36 + below(40) / 10).toFixed(1)},${88 + below(13)},${note}`,
    )
  }
  return `${lines.join('\n')}\n`
}

test('rules that the rows keep are proposed', async () => {
  const { proposal } = await inspect(testdata('taxis-500.csv.gz'))
  expect(proposal.declared.rules).toContainEqual({ order: ['pickup', 'dropoff'] })
})

test('roles, units and bounds come as a proposal with reasons, and warnings', async () => {
  const file = path.join(dir, 'visits.csv')
  writeFileSync(file, visitsCsv())
  const { proposal, columns } = await inspect(file)
  const { declared, warnings, reasons } = proposal
  expect(declared.entity).toEqual({ column: 'patient_id', maxRows: 4 })
  for (const identifier of ['iban', 'card', 'phone', 'ipv6', 'mac', 'street', 'name', 'email']) {
    expect(declared.columns[identifier]).toEqual({ kind: 'pii', identifier })
  }
  expect(declared.columns).toMatchObject({
    patient_id: { kind: 'key', pattern: '999999' },
    zip: { kind: 'category' },
    ward_id: { kind: 'category' },
    age: { kind: 'integer', unit: 'years', min: 0, max: 120 },
    temp_c: { kind: 'number', unit: '°C', decimals: 1 },
    spo2_pct: { kind: 'integer', unit: '%', min: 0, max: 100 },
    note: { kind: 'text' },
  })
  expect(warnings[0]).toContain('"patient_id" come back in several rows')
  expect(warnings.join()).toContain('"iban" holds bank accounts (IBAN): replaced by made-up ones')
  expect(warnings.join()).toContain('"note" holds free text: withheld')
  expect(reasons.map(({ column }) => column)).toEqual(columns.map(({ name }) => name))
  expect(reasons[0]!.why).toBe('its name says so; each value stands in about 4 rows')
  expect(JSON.stringify(proposal)).not.toContain('50000')
})

test('the proposal as a file is the proposal, and says why', async () => {
  const table = await inspect(testdata('taxis-500.csv.gz'))
  const text = writeSchema([table])
  expect(parseSchema(text, 'proposed.yaml').tables).toEqual({
    [table.name]: table.proposal.declared,
  })
  expect(text).toContain('# dates written as %Y-%m-%d %H:%M:%S')
})

test('inspection under a schema shows what it makes of the columns', { tags: 'long' }, async () => {
  const schema = parseSchema(
    'tables: { taxis-500: { columns: { fare: { drop: true }, tip: { kind: category } } } }',
    's.yaml',
  )
  const [inspection] = await inspectTables([testdata('taxis-500.csv.gz')], { tempDir: dir, schema })
  const kinds = new Map(inspection!.columns.map(({ name, kind }) => [name, kind]))
  expect(kinds.has('fare')).toBe(false)
  expect(kinds.get('tip')).toBe('category')
  expect(kinds.get('total')).toBe('number')
})

test('a schema for another table is refused before anything is read', async () => {
  const schema = parseSchema('tables: { taxi-500: {} }', 's.yaml')
  await expect(
    inspectTables([testdata('taxis-500.csv.gz')], { tempDir: dir, schema }),
  ).rejects.toThrow('did you mean "taxis-500"')
})

test('a series that no run could make is refused before one', { tags: 'long' }, async () => {
  const schema = parseSchema('tables: { taxis-500: { series: { time: fare } } }', 's.yaml')
  await expect(
    inspectTables([testdata('taxis-500.csv.gz')], { tempDir: dir, schema }),
  ).rejects.toThrow('"fare" cannot order a series')
})

test('columns are described for their owner only where it asks, and free text by its shape alone', async () => {
  const file = path.join(dir, 'calls.csv')
  const rows = Array.from({ length: 200 }, (_, i) => {
    const note = `please call mister ${String.fromCharCode(97 + (i % 26))}mith${i} after six at 0170${i}`
    const days = i % 4 === 0 ? -1 : 100 + (i % 50)
    return `${20 + (i % 40)},${days},${i % 5 ? (i % 9) - 4 : -1},${i === 7 ? 90_000 : i % 30},${i % 3 ? 'north' : 'south'},2024-03-${String(1 + (i % 28)).padStart(2, '0')},${note}`
  })
  writeFileSync(file, `age,days,change,paid,area,day,note\n${rows.join('\n')}\n`)
  expect((await inspect(file)).description).toBeUndefined()
  const [described] = await inspectTables([file], { tempDir: dir, describes: true })
  const columns = described?.description?.columns ?? []
  expect(described?.description?.rows).toBe(200)
  const byName = Object.fromEntries(columns.map((column) => [column.name, column]))
  expect(byName.age).toMatchObject({
    missing: 0,
    distinct: 40,
    range: { low: '20', median: '39', high: '59' },
    sentinel: null,
    outlier: null,
  })
  const total = byName.age?.plot?.counts.reduce((sum, count) => sum + count, 0)
  expect(total).toBe(200)
  expect(byName.days).toMatchObject({ sentinel: { value: '-1', rows: 50 } })
  expect(byName.change?.sentinel).toBeNull() // its -1 is one of many values below zero
  expect(byName.paid).toMatchObject({ outlier: { value: '90000', next: '29' } })
  expect(byName.area).toMatchObject({
    plot: { type: 'categories', labels: ['north', 'south'], counts: [133, 67] },
  })
  expect(byName.day).toMatchObject({ range: { low: '2024-03-01', high: '2024-03-28' } })
  expect(byName.note).toMatchObject({ plot: null, range: null })
  expect(byName.note?.examples[0]).toMatch(/^[x0 ]+$/)
})
