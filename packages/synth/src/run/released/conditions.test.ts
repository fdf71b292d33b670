import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootModel } from '../../draw/conditions/root-model.ts'
import { rootedSampler, rowSampler } from '../../draw/sample-rows.ts'
import type { ReleasedModel } from '../../model/released/released-model.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { measure } from '../synthesize.ts'
import { sample } from './sample.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'conditions-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

const newDir = () => mkdtempSync(path.join(dir, 'out-'))

const adult = gunzipSync(
  readFileSync(new URL('../../../testdata/adult-5000.csv.gz', import.meta.url)),
).toString('utf8')

/** Writes so many rows of Adult. */
function writeAdult(rows: number): string {
  const file = path.join(newDir(), 'adult.csv')
  writeFileSync(file, adult.split('\n', rows + 1).join('\n'))
  return file
}

let model: ReleasedModel
beforeAll(async () => {
  const random = seededRandom(4)
  model = await measure({ inputPaths: [writeAdult(2500)], tempDir: dir, random })
})

const drawn = async (options: Omit<Parameters<typeof sample>[0], 'model' | 'outputDir'>) => {
  const [table] = await sample({ model, outputDir: newDir(), random: seededRandom(1), ...options })
  const [header, ...lines] = readFileSync(table!.path, 'utf8').trimEnd().split('\n')
  const names = header!.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, j) => [name, cells[j]!]))
  })
}

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

test('rows that are drawn for a condition are like those that meet it among all', {
  tags: 'long',
}, () => {
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
  expect(farthest(drawnFor, kept)).toBeLessThan(0.17)
  expect(farthest(all, kept)).toBeGreaterThan(0.2)
})

test('rare conditions are drawn for, together and on ordered columns', {
  tags: 'long',
}, async () => {
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
})

test('a column that follows from another is drawn for by that', async () => {
  const own = model.families[0]!.tables[0]!.model
  const nameOf = (place: number) => own.columns[place]!.schema.name
  const follows = 'pairs' in own ? own.determined.map(({ column }) => nameOf(column)) : []
  expect(follows.some((name) => name.startsWith('education'))).toBe(true)
  const rows = await drawn({
    rows: 500,
    where: [
      { column: 'education', is: 'equal', value: 'Masters' },
      { column: 'education_num', is: 'equal', value: '14' },
      { column: 'age', is: 'at_most', value: '25' },
    ],
  })
  expect(rows).toHaveLength(500)
  for (const row of rows) expect(row).toMatchObject({ education: 'Masters', education_num: '14' })
})

test('a protected model draws for rare conditions, too', { tags: 'long' }, async () => {
  const guarded = await measure({
    inputPaths: [writeAdult(5000)],
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
})

test('where the model has no such rows, the draw is refused', async () => {
  await expect(
    drawn({ rows: 5, where: [{ column: 'age', is: 'at_most', value: '3' }] }),
  ).rejects.toMatchObject({ code: 'too_few_rows', message: /^No row of the model meets/ })
})
