import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../command/run-command.ts'
import {
  inspectTables,
  SynthesisError,
  type SynthesisOptions,
  seededRandom,
  synthesize,
  type TableReport,
} from '../index.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'synth-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

const inDir = (name: string) => path.join(dir, name)
function write(name: string, content: string | Buffer): string {
  writeFileSync(inDir(name), content)
  return inDir(name)
}

/** 2000 people, one of every kind of column; income depends on the city. */
function peopleCsv(rows = 2000): string {
  const random = seededRandom(1)
  const below = (bound: number) => random.nextUint32() % bound
  const lines = ['customer_id,email,city,age,income,active,joined,note']
  for (let i = 0; i < rows; i++) {
    const city = ['Rome', 'Oslo', 'Lima'][below(3)]!
    const income = (city === 'Oslo' ? 5000 : 1000) + below(900) + below(100) / 100
    const joined = new Date(Date.UTC(2019, 0, 1 + below(700))).toISOString().slice(0, 10)
    const note = `secret ${i} was written by hand about this person`
    const age = below(10) === 0 ? '?' : 20 + below(50)
    lines.push(
      `${10_000 + i},p${i}@corp.test,${city},${age},${income.toFixed(2)},${below(2)},${joined},"${note}, ""x"""`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** The twin lands in `twins/`. */
async function run(
  inputPath: string,
  options: Partial<SynthesisOptions> = {},
): Promise<TableReport> {
  const outputDir = inDir('twins')
  mkdirSync(outputDir, { recursive: true })
  const random = seededRandom(7)
  const { tables } = await synthesize({
    inputPaths: [inputPath],
    outputDir,
    tempDir: dir,
    random,
    ...options,
  })
  twinPath = tables[0]!.path
  return tables[0]!
}

let twinPath = ''

function readTwin(): string[][] {
  return readFileSync(twinPath, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

test('a table with every kind of column becomes a twin that passes nothing on', async () => {
  const stages: string[] = []
  const fractions: number[] = []
  const report = await run(write('people.csv', peopleCsv()), {
    rows: 1500,
    onProgress({ stage, fraction }) {
      if (stages.at(-1) !== stage) stages.push(stage)
      fractions.push(fraction)
    },
  })
  const [header, ...rows] = readTwin()
  expect(header!.join(',')).toBe('customer_id,email,city,age,income,active,joined,note')
  expect(rows).toHaveLength(1500)
  expect(report.published.columns.map(({ kind }) => kind)).toEqual(
    'key pii category integer number boolean date text'.split(' '),
  )
  const text = readFileSync(twinPath, 'utf8')
  expect(text).not.toContain('secret')
  expect(text).not.toContain('corp.test')
  expect(new Set(rows.map(([id]) => id)).size).toBe(1500)
  for (const [, , city, age, income, active, joined] of rows) {
    expect(['Rome', 'Oslo', 'Lima']).toContain(city)
    expect(age).toMatch(/^(\d+|\?)$/)
    expect(income).toMatch(/^\d+\.\d\d$/)
    expect(active).toMatch(/^[01]$/)
    expect(joined).toMatch(/^20(18|19|20|21)-\d\d-\d\d$/)
  }
  const incomes = (city: string) => rows.filter((row) => row[2] === city).map((row) => +row[4]!)
  const oslo = incomes('Oslo').filter((income) => income > 4000).length / incomes('Oslo').length
  expect(oslo).toBeGreaterThan(0.9)
  expect(stages).toEqual(['reading', 'measuring', 'modeling', 'sampling', 'evaluating'])
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
  expect(fractions.at(-1)).toBe(1)
  expect(readdirSync(dir).filter((name) => name.startsWith('synthesis-'))).toEqual([])
})

let adult: TableReport
beforeAll(async () => {
  const gz = new URL('../../testdata/adult-5000.csv.gz', import.meta.url)
  adult = await run(write('adult.csv', gunzipSync(readFileSync(gz))))
}, 60_000)

test('Adult at epsilon 3 reaches 95% of what a fresh real sample scores', () => {
  expect(adult.internal.exactFidelity.relative).toBeGreaterThan(0.95)
  expect(adult.internal.exactFidelity.shapes).toBeGreaterThan(0.95)
  expect(adult.internal.closestRecord.syntheticShare).toBeLessThan(
    adult.internal.closestRecord.limit,
  )
  expect(adult.published.privacy.checks.map(({ pass }) => pass)).toEqual([true, true, true, true])
})

test('the ledger adds up to what the report says was spent, within the budget', () => {
  const { rhoSpent, rhoBudget } = adult.published.privacy
  const sum = adult.internal.ledger.reduce((total, { rho }) => total + rho, 0)
  expect(sum).toBeCloseTo(rhoSpent, 12)
  expect(rhoSpent).toBeLessThanOrEqual(rhoBudget * (1 + 1e-9))
  expect(adult.internal.ledger.every(({ rho }) => rho > 0)).toBe(true)
})

test('the published report has no exact figure of the original', () => {
  const published = JSON.stringify(adult.published)
  const { internal } = adult
  for (const exact of [
    internal.rows.train,
    internal.exactFidelity.shapes,
    internal.exactFidelity.pairs,
    internal.exactFidelity.ceiling,
    internal.closestRecord.realShare,
  ]) {
    expect(published).not.toContain(String(exact))
  }
})

test('plots are fractions with matching lengths', () => {
  for (const { plot, name } of adult.published.columns) {
    expect(plot, name).not.toBeNull()
    for (const side of [plot!.original, plot!.synthetic]) {
      expect(side.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6)
      const length = plot!.type === 'histogram' ? plot!.edges.length - 1 : plot!.labels.length
      expect(side).toHaveLength(length)
      expect(length).toBeLessThanOrEqual(plot!.type === 'histogram' ? 48 : 12)
    }
  }
  expect(adult.published.correlations!.columns).toHaveLength(6)
})

test('the same seed makes the same twin, and another seed another', async () => {
  const input = write('small.csv', peopleCsv(300))
  const twins: string[] = []
  for (const seed of [1, 1, 2]) {
    await run(input, { random: seededRandom(seed) })
    twins.push(readFileSync(twinPath, 'utf8'))
  }
  expect(twins[1]).toBe(twins[0])
  expect(twins[2]).not.toBe(twins[0])
})

const table = (lines: string[]) => `${lines.join('\n')}\n`
const pairs = Array.from({ length: 150 }, (_, i) => `${i % 7},${i % 3}`)

test.each<[string, string, string | Buffer]>([
  ['not_a_table', 'empty', ''],
  ['not_a_table', 'binary', Buffer.from([1, 2, 0, 3, 44, 10, 0])],
  ['not_a_table', 'zip', Buffer.from('504b030414000600', 'hex')],
  ['not_a_table', 'html', '<!DOCTYPE html><html><body>a,b</body></html>'],
  ['not_a_table', 'json', '[{"a": 1}, {"a": 2}]'],
  [
    'not_a_table',
    'prose',
    'Dear all,\nplease find, as agreed, the data.\nBest\nAnn, Bob, and Eve\n',
  ],
  ['no_rows', 'header only', 'age,city,income\n'],
  ['truncated', 'last row cut', `${table(['a,b', ...pairs])}4`],
  ['truncated', 'open quote', `${table(['a,b', ...pairs])}4,"never closed`],
  ['uneven_rows', 'short row', table(['a,b', ...pairs, '4', ...pairs])],
  ['too_few_columns', 'one column', table(['a', ...pairs.map((_, i) => String(i))])],
  ['too_many_columns', 'wide', table(pairs.map(() => Array(201).fill('1').join(',')))],
  ['too_few_rows', 'short', table(['a,b', ...pairs.slice(0, 50)])],
  ['nothing_to_model', 'keys', table(['id,email', ...pairs.map((_, i) => `${i},p${i}@x.org`)])],
])('refuses as %s: %s', async (code, name, content) => {
  const refusal = await run(write(`${name}.csv`, content)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SynthesisError)
  expect((refusal as SynthesisError).code).toBe(code)
  expect((refusal as SynthesisError).message).toMatch(/^[A-Z].*\.$/)
})

test('a mostly missing column is compared by a random sample of the twin', async () => {
  // Every label is too rare to publish, so the twin has "Other" in the same share of rows.
  const rows = Array.from(
    { length: 2000 },
    (_, i) => `${i % 3},${i % 4 === 0 ? `deck${i % 100}` : ''}`,
  )
  const report = await run(write('decks.csv', table(['class,deck', ...rows])))
  expect(report.internal.exactFidelity.shapes).toBeGreaterThan(0.8)
})

test('large values with many decimals stay in range', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => `${500_000 + i * 7}.123456789,${i % 2}`)
  await run(write('decimals.csv', table(['amount,flag', ...rows])))
  const amounts = readTwin()
    .slice(1)
    .map(([amount]) => Number(amount))
  expect(Math.min(...amounts)).toBeGreaterThan(450_000)
  expect(Math.max(...amounts)).toBeLessThan(560_000)
})

test('an aborted run stops, leaves no output and says so', async () => {
  const input = write('abort.csv', peopleCsv())
  const controller = new AbortController()
  const running = run(input, {
    signal: controller.signal,
    onProgress: ({ stage }) => stage === 'modeling' && controller.abort(),
  })
  await expect(running).rejects.toMatchObject({ code: 'aborted' })
  expect(readdirSync(inDir('twins'))).not.toContain('abort.csv')
})

test('inspection tells rows, kinds and missing values', async () => {
  const input = write('inspect.csv', peopleCsv())
  const [inspection] = await inspectTables([input], { tempDir: dir })
  expect(inspection!.rowCount).toBe(2000)
  expect(inspection!.columns[3]).toMatchObject({ name: 'age', kind: 'integer' })
  expect(inspection!.columns[3]!.nullFraction).toBeCloseTo(0.1, 1)
})

test.each([
  ['CR-only line ends', (csv: string) => csv.replaceAll('\n', '\r')],
  [
    'CRLF with one bare line end',
    (csv: string) => csv.replaceAll('\n', '\r\n').replace('\r\n', '\n'),
  ],
  ['Windows-1252', (csv: string) => Buffer.from(csv.replaceAll('Rome', 'K\u00f6ln'), 'latin1')],
  ['UTF-16', (csv: string) => Buffer.from(`\ufeff${csv}`, 'utf16le')],
  ['a byte order mark', (csv: string) => `\ufeff${csv}`],
  ['semicolons', (csv: string) => csv.replaceAll(',', ';')],
])('reads %s', async (name, convert) => {
  const file = write(`${name}.csv`, convert(peopleCsv(200)))
  const [inspection] = await inspectTables([file], { tempDir: dir })
  const { rowCount, columns } = inspection!
  expect(rowCount).toBe(200)
  expect(columns.map((column) => column.name)).toEqual(
    'customer_id email city age income active joined note'.split(' '),
  )
})

test('the command writes twin and report, and refuses with distinct exit codes', async () => {
  const lines: string[] = []
  const output = { out: (text: string) => lines.push(text), error: (t: string) => lines.push(t) }
  const input = write('command.csv', peopleCsv(300))
  const [twin, report] = [inDir('command-twin.csv'), inDir('report.json')]
  const args = ['synthesize', input, twin, '--rows', '120', '--report', report]
  expect(await runCommand(args, output)).toBe(0)
  expect(JSON.parse(readFileSync(report, 'utf8')).published.rows.synthetic).toBe(120)
  expect(await runCommand(['synthesize', input], output)).toBe(2)
  expect(await runCommand(['synthesize', input, twin, '--epsilon', 'x'], output)).toBe(3)
  expect(await runCommand(['synthesize', inDir('absent.csv'), twin], output)).toBe(1)
  expect(lines.join('')).toContain('120 rows x 8 columns')
})
