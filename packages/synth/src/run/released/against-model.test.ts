import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopOf, shopSchema, writeShop } from '../../../testing/shop.ts'
import { checkModelNoise } from '../../model/released/check-noise.ts'
import type { ReleasedModel } from '../../model/released/released-model.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { declaredSchema } from '../../schema/declared-schema.ts'
import { convertTable } from '../convert-table.ts'
import { measure } from '../synthesize.ts'
import { evaluateAgainstModel } from './evaluate-against-model.ts'
import { readModel, writeModel } from './model-file.ts'
import { sample } from './sample.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'against-test-'))
afterAll(() => rmSync(dir, { recursive: true }))
const newDir = () => mkdtempSync(path.join(dir, 'd-'))

function write(name: string, lines: string[]): string {
  const file = path.join(newDir(), name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

const adult = gunzipSync(
  readFileSync(new URL('../../../testdata/adult-5000.csv.gz', import.meta.url)),
)
  .toString('utf8')
  .trimEnd()
  .split('\n')

/** Flats, whose rent goes with their city, size and year. */
function flats(count: number, seed: number): string[] {
  const random = seededRandom(seed)
  const below = (bound: number) => random.nextUint32() % bound
  const rows = Array.from({ length: count }, () => {
    const [isOslo, size] = [below(3) === 0, 20 + below(100)]
    const built = `${1 + below(28)}.0${1 + below(9)}.${1950 + below(70)}`.padStart(10, '0')
    const city = isOslo ? 'Oslo' : below(50) === 0 ? '' : 'Rome'
    return [city, size, built, (isOslo ? 30 : 12) * size + below(200)].join(',')
  })
  return ['city,size,built,rent', ...rows]
}

/** Shuffles each column on its own: the columns stay as they are, and no two go together. */
function shuffled([header, ...rows]: string[], seed: number): string[] {
  const random = seededRandom(seed)
  const columns = header!.split(',').map((_, j) => {
    const cells = rows.map((row) => row.split(',')[j]!)
    for (let i = cells.length - 1; i > 0; i--) {
      const other = random.nextUint32() % (i + 1)
      ;[cells[i], cells[other]] = [cells[other]!, cells[i]!]
    }
    return cells
  })
  return [header!, ...rows.map((_, i) => columns.map((cells) => cells[i]).join(','))]
}

const original = flats(20_000, 1)
let measured: ReleasedModel
let model: ReleasedModel
beforeAll(async () => {
  const random = seededRandom(3)
  const inputPaths = [write('flats.csv', original)]
  const file = path.join(newDir(), 'm.semblance')
  measured = await measure({ inputPaths, tempDir: dir, epsilon: 3, random })
  await writeModel(measured, file)
  model = await readModel(file)
})

const against = async (twins: string[], of = model) =>
  await evaluateAgainstModel({ model: of, twins, tempDir: dir })
const drawn = async (of = model, rows?: number) =>
  (
    await sample({ model: of, outputDir: newDir(), random: seededRandom(5), ...(rows && { rows }) })
  ).map((table) => table.path)

test('the original agrees with its model, columns that were shuffled agree alone, and others do not', async () => {
  const [same] = await against([write('any.csv', original)])
  expect(same!.accuracy.overall.high).toBeGreaterThan(0.995)
  expect(same!.accuracy.overall.value).toBeGreaterThan(0.97)
  expect(same!.notJudged).toEqual(['attacks', 'triples'])
  expect(same!.rows.twin).toBe(20_000)
  expect(same!.rows.measured.low).toBeLessThan(16_300)
  expect(same!.rows.measured.high).toBeGreaterThan(15_700)

  const [apart] = await against([write('any.csv', shuffled(original, 2))])
  expect(apart!.accuracy.univariate.value).toBeGreaterThan(0.97)
  expect(apart!.accuracy.bivariate!.high).toBeLessThan(same!.accuracy.bivariate!.low)
  const worst = apart!.pairs.toSorted((a, b) => a.agreement.high - b.agreement.high)[0]!
  expect(worst.columns).toEqual(['size', 'rent'])

  const raised = original.map((line, i) => (i === 0 ? line : line.replace(/\d+$/, '9000')))
  const [wrong] = await against([write('any.csv', raised)])
  const rent = wrong!.columns.find(({ name }) => name === 'rent')!
  expect(rent.agreement.high).toBeLessThan(0.2)
})

test('the interval holds for the original, for fresh rows, for drawn twins, and for the noisy figures themselves', {
  tags: 'long',
}, async () => {
  const accuracies: Record<string, number> = {}
  const fresh = flats(20_000, 9)
  for (const [name, twin] of [
    ['original', write('any.csv', original)],
    ['fresh', write('any.csv', fresh)],
    ['drawn', (await drawn())[0]!],
  ] as const) {
    const [table] = await against([twin])
    const { low, high, value } = table!.accuracy.overall
    const lines = readFileSync(twin, 'utf8').trimEnd().split('\n')
    accuracies[name] = exactCity(lines)
    const city = table!.columns.find((column) => column.name === 'city')!.agreement
    expect(city.low).toBeLessThanOrEqual(accuracies[name]!)
    expect(city.high).toBeGreaterThanOrEqual(accuracies[name]!)
    expect(low).toBeLessThanOrEqual(value!)
    expect(high).toBeGreaterThanOrEqual(value!)
  }
})

/** The share of rows that agree with the original in the column city. */
function exactCity(lines: string[]): number {
  const shares = (of: string[]) => {
    const cities = of.slice(1).map((line) => line.split(',')[0]!)
    return ['Oslo', 'Rome', ''].map(
      (city) => cities.filter((found) => found === city).length / cities.length,
    )
  }
  const [a, b] = [shares(lines), shares(original)]
  return 1 - a.reduce((sum, share, i) => sum + Math.abs(share - b[i]!), 0) / 2
}

test('where noise hides the figures, it cannot tell', { tags: 'long' }, async () => {
  const inputPaths = [write('adult.csv', adult.slice(0, 1001))]
  const random = seededRandom(1)
  const noisy = await measure({ inputPaths, tempDir: dir, epsilon: 0.2, random })
  const [table] = await against([write('twin.csv', adult.slice(0, 1001))], noisy)
  expect(table!.accuracy.bivariate!.value).toBeNull()
  expect(table!.accuracy.overall.value).toBeNull()
  expect(table!.accuracy.overall.high).toBeGreaterThan(0.9)
  expect(checkModelNoise(noisy)[0]!.outcome).toBe('as_stated')
})

test('a model in memory and one from its file give the same figures', {
  tags: 'long',
}, async () => {
  const [twin] = await drawn(model, 3000)
  expect(await against([twin!], measured)).toEqual(await against([twin!]))
})

test('a twin as xlsx, Parquet or JSON has the figures of the CSV file', {
  tags: 'long',
}, async () => {
  const [twin] = await drawn(model, 1000)
  const asCsv = await against([twin!])
  const outputDir = newDir()
  const outputs = (['xlsx', 'parquet', 'json'] as const).map((format) => ({
    format,
    path: path.join(outputDir, `flats.${format}`),
  }))
  await convertTable({ inputPath: twin!, outputs, tempDir: dir })
  for (const output of outputs) expect(await against([output.path]), output.format).toEqual(asCsv)
})

test('tables that hang together are compared with the columns of their parents and the numbers of their children', {
  tags: 'long',
}, async () => {
  const { customers, orders } = shopOf(3000)
  const shop = { customers, orders }
  const inputPaths = writeShop(newDir(), shop)
  const schema = shopSchema(['customers', 'orders'])
  const random = seededRandom(1)
  const family = await measure({ inputPaths, schema, epsilon: 5, tempDir: dir, random })
  const [own, ofOrders] = await against(inputPaths, family)
  expect(own!.accuracy.overall.value).toBeGreaterThan(0.95)
  const ofNumber = own!.pairs.find(({ columns }) => columns.includes('number of orders rows'))!
  expect(ofNumber.agreement.value).toBeGreaterThan(0.9)
  const ofParent = ofOrders!.pairs.find(
    ({ columns }) => columns.includes('age of customers') && columns.includes('channel'),
  )!
  expect(ofParent.agreement.value).toBeGreaterThan(0.9)

  // Each order goes to another customer: only what hangs together is lost.
  const moved = orders.map((order, i) => {
    const [id, , ...rest] = order.split(',')
    return [id, orders[(i * 7919) % orders.length]!.split(',')[1], ...rest].join(',')
  })
  const wrong = await against(writeShop(newDir(), { customers, orders: moved }), family)
  const movedPair = wrong[1]!.pairs.find(
    ({ columns }) => columns.includes('age of customers') && columns.includes('channel'),
  )!
  expect(movedPair.agreement.high).toBeLessThan(ofParent.agreement.low)

  const twins = await drawn(family)
  for (const table of await against(twins, family)) {
    expect(table.accuracy.overall.high).toBeGreaterThan(0.97)
    expect(table.accuracy.overall.value).toBeGreaterThan(0.9)
  }
  await expect(against([twins[0]!], family)).rejects.toThrow(
    "There is no twin of the model's table",
  )
  await expect(against([...twins, write('items.csv', ['a', '1'])], family)).rejects.toThrow(
    'The model has no table "items"',
  )
})

test('a series is compared but for how its rows follow each other', { tags: 'long' }, async () => {
  const rows = Array.from({ length: 4000 }, (_, i) => `${['a', 'b'][i % 2]},${i >> 1},${i % 7}`)
  const file = write('readings.csv', ['device,time,value', ...rows])
  const schema = declaredSchema.parse({
    tables: { readings: { series: { time: 'time', device: 'device' } } },
  })
  const random = seededRandom(1)
  const series = await measure({ inputPaths: [file], schema, tempDir: dir, epsilon: 3, random })
  for (const twin of [file, (await drawn(series))[0]!]) {
    const [table] = await against([twin], series)
    expect(table!.notJudged).toContain('order_of_rows')
    expect(table!.columns.map(({ name }) => name)).toEqual(['device', 'time', 'value'])
    expect(table!.accuracy.overall.high).toBeGreaterThan(0.95)
  }
})

test('of a protected model the columns alone are judged, without noise', {
  tags: 'long',
}, async () => {
  const inputPaths = [write('flats.csv', original.slice(0, 3001))]
  const guarded = await measure({
    inputPaths,
    tempDir: dir,
    mode: 'protected',
    random: seededRandom(1),
  })
  const [table] = await against(inputPaths, guarded)
  expect(table!.notJudged).toEqual(['attacks', 'pairs', 'triples'])
  expect(table!.pairs).toEqual([])
  expect(table!.accuracy.bivariate).toBeNull()
  const { value, low, high } = table!.accuracy.overall
  expect(value).toBeGreaterThan(0.95)
  expect(high - low).toBeLessThan(1e-9)
  expect(checkModelNoise(guarded)).toEqual([
    { table: 'flats', outcome: 'none_stated', ratio: null },
  ])
})

test('files with other columns, no rows or no table are refused', async () => {
  const without = original.slice(0, 200).map((line) => line.split(',').slice(1).join(','))
  await expect(against([write('narrow.csv', without)])).rejects.toMatchObject({
    code: 'invalid_options',
    message: 'narrow.csv lacks columns of the model: "city".',
  })
  const more = original.slice(0, 200).map((line, i) => `${line},${i === 0 ? 'floor' : i}`)
  await expect(against([write('wide.csv', more)])).rejects.toMatchObject({
    code: 'invalid_options',
    message: 'wide.csv has columns that the model does not have: "floor".',
  })
  await expect(against([write('none.csv', [original[0]!])])).rejects.toMatchObject({
    code: 'no_rows',
  })
  const signal = AbortSignal.abort()
  const aborted = evaluateAgainstModel({
    model,
    twins: [write('a.csv', original)],
    tempDir: dir,
    signal,
  })
  await expect(aborted).rejects.toMatchObject({ code: 'aborted' })
  expect(readdirSync(dir).filter((name) => name.startsWith('against-model-'))).toEqual([])
})

test('a model whose tables of pairs agree too well, or too badly, is no model with its noise', async () => {
  const [honest] = checkModelNoise(model)
  expect(honest).toMatchObject({ table: 'flats', outcome: 'as_stated' })
  const [{ tables }] = model.families as [ReleasedModel['families'][number]]
  const table = tables[0]!
  const own = table.model
  if (!('pairs' in own)) throw new Error('no pairs')
  const stating = (sigma: number): ReleasedModel => ({
    families: [
      {
        ...model.families[0]!,
        tables: [{ ...table, model: { ...own, pairs: { ...own.pairs, sigma } } }],
      },
    ],
  })
  // More noise stated than there is, as of counts without any; or less.
  expect(checkModelNoise(stating(own.pairs.sigma * 100))[0]).toMatchObject({
    outcome: 'too_little',
  })
  expect(checkModelNoise(stating(own.pairs.sigma * 2))[0]).toMatchObject({ outcome: 'too_little' })
  expect(checkModelNoise(stating(own.pairs.sigma / 2))[0]).toMatchObject({ outcome: 'too_much' })
})
