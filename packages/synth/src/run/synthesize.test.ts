import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
function write(name: string, content: string): string {
  writeFileSync(inDir(name), content)
  return inDir(name)
}

/** People with one of every kind of column; income depends on the city. */
function peopleCsv(rows: number): string {
  const random = seededRandom(1)
  const below = (bound: number) => random.nextUint32() % bound
  const lines = ['customer_id,email,city,age,income,active,joined,note']
  for (let i = 0; i < rows; i++) {
    const city = ['Rome', 'Oslo', 'Lima'][below(3)]!
    const income = (city === 'Oslo' ? 5000 : 1000) + below(900) + below(100) / 100
    const joined = new Date(Date.UTC(2019, 0, 1 + below(700))).toISOString().slice(0, 10)
    const note = `secret ${i} was written by hand about this person`
    const age = below(4) === 0 ? '?' : 20 + below(50)
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
  const random = seededRandom(8)
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
  const report = await run(write('people.csv', peopleCsv(1000)), {
    rows: 700,
    onProgress({ stage, fraction }) {
      if (stages.at(-1) !== stage) stages.push(stage)
      fractions.push(fraction)
    },
  })
  const [header, ...rows] = readTwin()
  expect(header!.join(',')).toBe('customer_id,email,city,age,income,active,joined,note')
  expect(rows).toHaveLength(700)
  expect(report.published.columns.map(({ kind }) => kind)).toEqual(
    'key pii category integer number boolean date text'.split(' '),
  )
  const text = readFileSync(twinPath, 'utf8')
  expect(text).not.toContain('secret')
  expect(text).not.toContain('corp.test')
  expect(new Set(rows.map(([id]) => id)).size).toBe(700)
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

const adultGz = new URL('../../testdata/adult-5000.csv.gz', import.meta.url)
const adultCsv = () => gunzipSync(readFileSync(adultGz)).toString()

let adult: TableReport
beforeAll(async () => {
  const few = adultCsv().split('\n').slice(0, 1501).join('\n')
  adult = await run(write('adult-few.csv', `${few}\n`), { random: seededRandom(1) })
})

test('Adult at epsilon 3 reaches 95% of what a fresh real sample scores', {
  tags: 'long',
}, async () => {
  const whole = await run(write('adult.csv', adultCsv()), { random: seededRandom(1) })
  const { summary, sdmetrics, privacy } = whole.internal.evaluation
  expect(summary.syntheticAccuracy.relative).toBeGreaterThan(0.95)
  expect(sdmetrics.shapes).toBeGreaterThan(0.95)
  expect(privacy!.distances.closestShare.outcome).not.toBe('failed')
  expect(whole.published.privacy.checks.filter(({ pass }) => !pass)).toEqual([])
})

test('the ledger adds up to what the report says was spent, within the budget', () => {
  const { rhoSpent, rhoBudget } = adult.published.privacy
  const sum = adult.internal.ledger.reduce((total, { rho }) => total + rho, 0)
  expect(sum).toBeCloseTo(rhoSpent!, 12)
  expect(rhoSpent).toBeLessThanOrEqual(rhoBudget! * (1 + 1e-9))
  expect(adult.internal.ledger.every(({ rho }) => rho > 0)).toBe(true)
})

test('the owner, who reads exact figures, finds them in the intervals that buyers read', () => {
  const { published, internal } = adult
  const { relative } = internal.evaluation.summary.syntheticAccuracy
  const { low, high } = published.fidelity.interval!
  expect(relative >= low && relative <= high, `${relative} in ${low} to ${high}`).toBe(true)
  const told = internal.evaluation.columns.flatMap(({ name, numbers }) => {
    const shown = published.columns.find((column) => column.name === name)!.numbers
    return (shown?.figures ?? []).flatMap(({ id, original }) => {
      const exact = numbers!.figures.find((figure) => figure.id === id)?.original?.value
      return original && exact !== undefined
        ? [{ isIn: exact >= original.low && exact <= original.high }]
        : []
    })
  })
  expect(told.length).toBeGreaterThan(20)
  expect(told.filter(({ isIn }) => !isIn).length).toBeLessThanOrEqual(0.1 * told.length)
})

test('the published report has no exact figure of the original', () => {
  const figures = JSON.stringify(adult.published).match(/-?\d+(\.\d+)?(e-?\d+)?/g)
  const { internal } = adult
  for (const exact of [
    internal.rows.train,
    internal.evaluation.sdmetrics.shapes,
    internal.evaluation.sdmetrics.pairs,
    internal.evaluation.accuracy.overall.value,
    internal.evaluation.accuracy.bivariate.value,
    internal.evaluation.privacy!.distances.closestShare.value,
  ]) {
    expect(figures).not.toContain(String(exact))
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

test('the strongest pairs are shown, and no cell of the original is a count of its rows', () => {
  const { pairs } = adult.published
  expect(pairs.length).toBeGreaterThan(5)
  expect(pairs.length).toBeLessThanOrEqual(12)
  for (const { x, y, original, synthetic, match } of pairs) {
    const name = `${x.column}, ${y.column}`
    const [width, height] = [x, y].map(({ labels }) => labels.length)
    for (const side of [original, synthetic]) {
      expect(side, name).toHaveLength(height!)
      for (const line of side) expect(line, name).toHaveLength(width!)
      expect(side.flat().reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2)
    }
    expect(match, name).toBeGreaterThan(0.75)
    const rows = original.flat().map((share) => share * adult.internal.rows.train)
    const whole = rows.filter((count) => Math.abs(count - Math.round(count)) < 0.05)
    expect(whole.length, name).toBeLessThan(rows.length)
  }
})

test('the same seed makes the same twin, and another seed another', { tags: 'long' }, async () => {
  const lines = peopleCsv(150).split('\n')
  const few = lines.map((line) => line.split(',').slice(2, 5).join(',')) // from the city to the income
  const input = write('small.csv', few.join('\n'))
  const twins: string[] = []
  for (const seed of [1, 1, 2]) {
    await run(input, { random: seededRandom(seed) })
    twins.push(readFileSync(twinPath, 'utf8'))
  }
  expect(twins[1]).toBe(twins[0])
  expect(twins[2]).not.toBe(twins[0])
})

const table = (lines: string[]) => `${lines.join('\n')}\n`

test('a table of keys and personal data alone is refused', async () => {
  const rows = Array.from({ length: 150 }, (_, i) => `${i},p${i}@x.org`)
  const refusal = await run(write('keys.csv', table(['id,email', ...rows]))).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(SynthesisError)
  expect(refusal).toMatchObject({ code: 'nothing_to_model' })
})

test.each([
  ['one column', ['age', ...Array.from({ length: 300 }, (_, i) => String(20 + (i % 50)))], /^\d+$/],
  [
    'one column of categories',
    ['c', ...Array.from({ length: 300 }, (_, i) => 'xyz'[i % 3]!)],
    /^[xyz]$/,
  ],
  ['nothing but missing values', ['a,b', ...Array<string>(300).fill(',?')], /^,\?$/],
  ['nothing but constants', ['a,b', ...Array<string>(300).fill('x,1')], /^x,-?\d+$/],
])('a table of %s has a twin', async (name, lines, row) => {
  await run(write(`${name}.csv`, table(lines)), { rows: 40 })
  const [header, ...rows] = readFileSync(twinPath, 'utf8').trimEnd().split('\n')
  expect(header).toBe(lines[0])
  expect(rows).toHaveLength(40)
  for (const text of rows) expect(text).toMatch(row)
})

test.each([2, 5, 8])(
  'a small table’s twin has as many rows as its report says (%i)',
  async (seed) => {
    const rows = Array.from({ length: 100 }, (_, i) => `${i % 7},${i % 3}\n`).join('')
    const random = seededRandom(seed)
    const { published } = await run(write('small.csv', `a,b\n${rows}`), { random, epsilon: 0.5 })
    expect(readFileSync(twinPath, 'utf8').trim().split('\n')).toHaveLength(
      published.rows.synthetic + 1,
    )
  },
)

test('a semicolon file with decimal commas becomes a twin with points', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `${i % 5};${100 + (i % 50)},25`)
  await run(write('decimal.csv', table(['n;price', ...rows])), { rows: 40 })
  const [header, ...cells] = readTwin()
  expect(header).toEqual(['n', 'price'])
  for (const [, price] of cells) expect(price).toMatch(/^-?\d+\.\d\d$/)
})

test('a mostly missing column is compared by a random sample of the twin', {
  tags: 'long',
}, async () => {
  // Every label is too rare to publish, so the twin has "Other" in the same share of rows.
  const rows = Array.from(
    { length: 2000 },
    (_, i) => `${i % 3},${i % 4 === 0 ? `deck${i % 100}` : ''}`,
  )
  const report = await run(write('decks.csv', table(['class,deck', ...rows])))
  expect(report.internal.evaluation.sdmetrics.shapes).toBeGreaterThan(0.8)
  // The owner reads which were pooled; the buyer's part names none of them.
  expect(report.internal.notices).toEqual([
    expect.objectContaining({
      type: 'categories_pooled',
      column: 'deck',
      categories: 25,
      rows: 500,
    }),
  ])
  expect(JSON.stringify(report.published)).not.toContain('deck7')
})

test('a small table whose odd values are not seen has a twin, and its owner reads what was voted', {
  tags: 'long',
}, async () => {
  const rows = Array.from(
    { length: 800 },
    (_, i) => `${i % 20 === 0 ? 'not weighed' : 40 + (i % 60)},${'xyz'[i % 3]},${i % 9},${i % 4}`,
  )
  const notes: string[] = []
  const report = await run(write('weights.csv', table(['weight,ward,visits,calls', ...rows])), {
    onEstimate: (_, { warnings }) => notes.push(...warnings),
  })
  const differs = { column: 'weight', voted: 'integer', suggested: 'category' }
  expect(report.internal.notices).toEqual([{ type: 'kind_voted_otherwise', ...differs }])
  expect(notes.join()).toContain('The votes took "weight" for integer')
  for (const [weight] of readTwin().slice(1)) expect(weight).toMatch(/^-?\d*$/)
})

test('large values with many decimals stay in range', { tags: 'long' }, async () => {
  const rows = Array.from({ length: 400 }, (_, i) => `${500_000 + i * 17}.123456789,${i % 2}`)
  await run(write('decimals.csv', table(['amount,flag', ...rows])))
  const amounts = readTwin()
    .slice(1)
    .map(([amount]) => Number(amount))
  expect(Math.min(...amounts)).toBeGreaterThan(450_000)
  expect(Math.max(...amounts)).toBeLessThan(560_000)
})

test('an aborted run stops, leaves no output and says so', async () => {
  const input = write('abort.csv', peopleCsv(300))
  const controller = new AbortController()
  const running = run(input, {
    signal: controller.signal,
    onProgress: ({ stage }) => stage === 'modeling' && controller.abort(),
  })
  await expect(running).rejects.toMatchObject({ code: 'aborted' })
  expect(readdirSync(inDir('twins'))).not.toContain('abort.csv')
})

test('inspection tells rows, kinds and missing values', async () => {
  const input = write('inspect.csv', peopleCsv(600))
  const [inspection] = await inspectTables([input], { tempDir: dir })
  expect(inspection!.rowCount).toBe(600)
  expect(inspection!.columns[3]).toMatchObject({ name: 'age', kind: 'integer' })
  expect(inspection!.columns[3]!.nullFraction).toBeCloseTo(0.25, 1)
})
