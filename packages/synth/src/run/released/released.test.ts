import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopOf, shopSchema, writeShop } from '../../../testing/shop.ts'
import { rootModel } from '../../draw/conditions/rooted-bins.ts'
import { rootedSampler, rowSampler } from '../../draw/sample-rows.ts'
import type { ReleasedModel } from '../../model/released/released-model.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { declaredSchema } from '../../schema/declared-schema.ts'
import type { SynthesisOptions } from '../synthesis-options.ts'
import { measure, synthesize } from '../synthesize.ts'
import { readModel, writeModel } from './model-file.ts'
import { sample } from './sample.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'released-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

const newDir = () => mkdtempSync(path.join(dir, 'out-'))
const newFile = () => path.join(newDir(), 'm.semblance')

const adult = gunzipSync(
  readFileSync(new URL('../../../testdata/adult-5000.csv.gz', import.meta.url)),
).toString('utf8')

const adultRows = (count: number) => adult.split('\n', count + 1).join('\n')

function write(name: string, content: string): string {
  const file = path.join(newDir(), name)
  writeFileSync(file, content)
  return file
}

type Input = Pick<SynthesisOptions, 'inputPaths' | 'schema' | 'mode' | 'rows'>

/** A few devices that report every hour. */
function readings(): string {
  const random = seededRandom(5)
  const lines = ['device,time,value']
  for (const device of ['a', 'b'])
    for (let hour = 0; hour < 300; hour++) {
      const time = new Date(Date.UTC(2024, 0, 1, hour)).toISOString().slice(0, 19).replace('T', ' ')
      lines.push(`${device},${time},${(hour % 24) + (random.nextUint32() % 4)}`)
    }
  return `${lines.join('\n')}\n`
}

const INPUTS: Record<string, () => Input> = {
  'a private table': () => ({ inputPaths: [write('adult.csv', adultRows(300))] }),
  'a protected table with a dependency': () => ({
    inputPaths: [write('adult.csv', adultRows(300))],
    schema: declaredSchema.parse({
      tables: { adult: { rules: [{ dependency: 'education_num', on: ['education'] }] } },
    }),
    mode: 'protected',
  }),
  'a table with computed columns': () => ({
    inputPaths: [write('trips.csv', trips())],
    schema: declaredSchema.parse({
      tables: {
        trips: {
          rules: [{ order: ['start', 'end'] }, { sum: 'total', of: ['fare', 'tip'] }],
        },
      },
    }),
    rows: 400,
  }),
  'a series': () => ({
    inputPaths: [write('readings.csv', readings())],
    schema: declaredSchema.parse({
      tables: { readings: { series: { time: 'time', device: 'device' } } },
    }),
  }),
  'tables that hang together': () => {
    const { customers, orders } = shopOf(200)
    const shop = { customers, orders }
    return { inputPaths: writeShop(newDir(), shop), schema: shopSchema(['customers', 'orders']) }
  },
}

function trips(): string {
  const random = seededRandom(2)
  const below = (bound: number) => random.nextUint32() % bound
  const lines = ['start,end,fare,tip,total']
  for (let i = 0; i < 1500; i++) {
    const [start, fare, tip] = [below(500), 5 + below(40), below(9)]
    lines.push([start, start + 3 + below(60), fare, tip, fare + tip].join(','))
  }
  return `${lines.join('\n')}\n`
}

const twinsIn = (tables: { name: string; path: string }[]) =>
  tables
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, path: file }) => [name, readFileSync(file, 'utf8')])

test.each(Object.keys(INPUTS))(
  '%s: measured, stored, read and drawn is the twin of one run, to the byte',
  async (kind) => {
    const input = INPUTS[kind]!()
    const whole = await synthesize({
      ...input,
      outputDir: newDir(),
      tempDir: dir,
      random: seededRandom(9),
    })
    const random = seededRandom(9)
    const { rows, ...original } = input
    const model = await measure({ ...original, tempDir: dir, random })
    const file = newFile()
    await writeModel(model, file)
    for (const inputPath of input.inputPaths) rmSync(inputPath)
    const sampled = await sample({
      model: await readModel(file),
      outputDir: newDir(),
      random,
      ...(rows && { rows }),
    })
    expect(twinsIn(sampled)).toEqual(twinsIn(whole.tables))
    const again = newFile()
    await writeModel(await readModel(file), again)
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true)
  },
  60_000,
)

let file: string
let model: ReleasedModel
beforeAll(async () => {
  file = newFile()
  const { tables } = await synthesize({
    inputPaths: [write('adult.csv', adultRows(2500))],
    outputDir: newDir(),
    tempDir: dir,
    modelPath: file,
    random: seededRandom(4),
  })
  model = await readModel(file)
  const { privacy } = model.families[0]!
  const sum = privacy!.ledger.reduce((total, { rho }) => total + rho, 0)
  expect(privacy!.rhoSpent).toBeCloseTo(sum, 12)
  // The report is paid for from the same budget.
  expect(privacy!.rhoSpent).toBeLessThan(tables[0]!.published.privacy.rhoSpent!)
}, 60_000)

const drawn = async (options: Omit<Parameters<typeof sample>[0], 'model' | 'outputDir'>) => {
  const [table] = await sample({ model, outputDir: newDir(), random: seededRandom(1), ...options })
  const [header, ...lines] = readFileSync(table!.path, 'utf8').trimEnd().split('\n')
  const names = header!.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, j) => [name, cells[j]!]))
  })
}

test('a run that writes its model writes the one that its twin was drawn from', async () => {
  const rows = await drawn({ rows: 3000 })
  expect(rows).toHaveLength(3000)
  const rich = rows.filter(({ income }) => income === '>50K').length / rows.length
  expect(rich).toBeGreaterThan(0.2)
  expect(rich).toBeLessThan(0.28)
})

test('a seed draws the same rows again, and another seed others', async () => {
  const [one, again, other] = await Promise.all(
    [1, 1, 2].map((seed) => drawn({ rows: 200, random: seededRandom(seed) })),
  )
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
})

test('conditions leave only the rows that meet them, as the model has them', async () => {
  const where = [
    { column: 'income', is: 'equal', value: '>50K' },
    { column: 'age', is: 'at_least', value: '40' },
    { column: 'age', is: 'at_most', value: '45' },
  ] as const
  const rows = await drawn({ rows: 300, where: [...where] })
  expect(rows).toHaveLength(300)
  for (const { income, age } of rows) {
    expect(income).toBe('>50K')
    expect(Number(age)).toBeGreaterThanOrEqual(40)
    expect(Number(age)).toBeLessThanOrEqual(45)
  }
  const married = rows.filter(({ marital_status }) => marital_status?.startsWith('Married')).length
  expect(married / rows.length).toBeGreaterThan(0.7)
})

test.each([
  [{ column: 'incme', is: 'equal', value: '>50K' }, /There is no column "incme"/],
  [{ column: 'income', is: 'equal', value: '>60K' }, /has no value ">60K"/],
  [{ column: 'income', is: 'at_least', value: '>50K' }, /has no order/],
  [{ column: 'age', is: 'equal', value: 'forty' }, /takes a number/],
  [{ column: 'age', is: 'at_least', value: '200' }, /No row of the model meets the conditions/],
] as const)('refuses the condition %o and leaves no file', async (condition, message) => {
  const outputDir = newDir()
  const refused = sample({ model, outputDir, rows: 50, where: [condition] })
  await expect(refused).rejects.toThrow(message)
  expect(readdirSync(outputDir)).toEqual([])
})

/** The distance of what the columns have in some rows from what they have in others, at most over the columns. */
function farthest(rows: Record<string, string>[], others: Record<string, string>[]): number {
  const distanceIn = (name: string) => {
    const isNumber = rows.every((row) => row[name] !== '' && Number.isFinite(Number(row[name])))
    const sorted = others.map((row) => Number(row[name])).sort((a, b) => a - b)
    const cuts = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)]!)
    const keyOf = (row: Record<string, string>) =>
      isNumber ? String(cuts.filter((cut) => cut <= Number(row[name])).length) : row[name]!
    const shares = new Map<string, number>()
    for (const row of rows) shares.set(keyOf(row), (shares.get(keyOf(row)) ?? 0) + 1 / rows.length)
    for (const row of others)
      shares.set(keyOf(row), (shares.get(keyOf(row)) ?? 0) - 1 / others.length)
    return [...shares.values()].reduce((sum, share) => sum + Math.abs(share), 0) / 2
  }
  return Math.max(...Object.keys(others[0]!).map(distanceIn))
}

test('rows that are drawn for a condition are like those that meet it among all', () => {
  const own = model.families[0]!.tables[0]!.model
  const names = own.schemas.map(({ name }) => name)
  const records = (columns: string[][]) =>
    columns[0]!.map((_, row) =>
      Object.fromEntries(names.map((name, j) => [name, columns[j]![row]!])),
    )
  const all = records(rowSampler(own, 20_000, seededRandom(1))(20_000))
  const kept = all.filter(({ income }) => income === '>50K')
  const rooted = rootModel(own, [{ column: 'income', is: 'equal', value: '>50K' }])!
  expect(rooted.bins.mass).toBeCloseTo(kept.length / all.length, 2)
  const drawnFor = records(rootedSampler(rooted, seededRandom(2))(3000))
  expect(drawnFor).toHaveLength(3000)
  expect(farthest(drawnFor, kept)).toBeLessThan(0.14)
  expect(farthest(all, kept)).toBeGreaterThan(0.2)
})

test('rare conditions are drawn for, together and on ordered columns', async () => {
  const where = [
    { column: 'education', is: 'equal', value: 'Masters' },
    { column: 'age', is: 'at_least', value: '61' },
    { column: 'hours_per_week', is: 'at_least', value: '41' },
    { column: 'hours_per_week', is: 'at_most', value: '59' },
  ] as const
  const rows = await drawn({ rows: 2000, where: [...where] })
  expect(rows).toHaveLength(2000)
  for (const { education, age, hours_per_week: hours } of rows) {
    expect(education).toBe('Masters')
    expect(Number(age)).toBeGreaterThanOrEqual(61)
    expect(Number(hours)).toBeGreaterThanOrEqual(41)
    expect(Number(hours)).toBeLessThanOrEqual(59)
  }
  expect(new Set(rows.map((row) => Object.values(row).join())).size).toBeGreaterThan(1900)
  expect(await drawn({ rows: 2000, where: [...where] })).toEqual(rows)
}, 60_000)

test('a protected model draws for rare conditions, too', async () => {
  const guarded = await measure({
    inputPaths: [write('adult.csv', adultRows(5000))],
    tempDir: dir,
    mode: 'protected',
    random: seededRandom(1),
  })
  const own = guarded.families[0]!.tables[0]!.model
  const columns = rowSampler(own, 20_000, seededRandom(1))(20_000)
  const [age, education] = ['age', 'education'].map((name) =>
    own.schemas.findIndex((schema) => schema.name === name),
  )
  const where = [
    { column: 'education', is: 'equal', value: 'Bachelors' },
    { column: 'age', is: 'at_most', value: '22' },
  ] as const
  const meeting = columns[0]!.filter(
    (_, row) => columns[education!]![row] === 'Bachelors' && Number(columns[age!]![row]) <= 22,
  ).length
  const rooted = rootModel(own, [...where])!
  expect(meeting).toBeGreaterThan(20)
  expect(meeting).toBeLessThan(200)
  expect(rooted.bins.mass).toBeGreaterThan(meeting / 20_000 / 2)
  expect(rooted.bins.mass).toBeLessThan((2 * meeting) / 20_000)
  const [table] = await sample({
    model: guarded,
    outputDir: newDir(),
    rows: 300,
    where: [...where],
    random: seededRandom(1),
  })
  const lines = readFileSync(table!.path, 'utf8').trimEnd().split('\n').slice(1)
  expect(lines).toHaveLength(300)
  for (const line of lines) expect(Number(line.split(',')[age!])).toBeLessThanOrEqual(22)
}, 60_000)

test('where the model has no such rows, the draw is refused', async () => {
  await expect(
    drawn({ rows: 5, where: [{ column: 'age', is: 'at_most', value: '3' }] }),
  ).rejects.toMatchObject({ code: 'too_few_rows', message: /^No row of the model meets/ })
})
