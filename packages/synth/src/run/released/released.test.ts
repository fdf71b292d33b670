import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopOf, shopSchema, writeShop } from '../../../testing/shop.ts'
import { casesOf } from '../../../testing/test-length.ts'
import type { TableReport } from '../../evaluate/report.ts'
import type { ReleasedModel } from '../../model/released/released-model.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { declaredSchema } from '../../schema/declared-schema.ts'
import type { MeasuredSplit, SynthesisOptions } from '../synthesis-options.ts'
import { evaluate, measure, synthesize } from '../synthesize.ts'
import { readModel, writeModel } from './model-file.ts'
import { sample } from './sample.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'released-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

const newDir = () => mkdtempSync(path.join(dir, 'out-'))
const newFile = () => path.join(newDir(), 'm.semblance')

const adult = gunzipSync(
  readFileSync(new URL('../../../testdata/adult-5000.csv.gz', import.meta.url)),
).toString('utf8')

/** Cuts the first columns, from age to occupation, of the first people. */
const adultPart = (count: number) =>
  adult
    .split('\n', count + 1)
    .map((line) => line.split(',').slice(0, 7).join(','))
    .join('\n')

/** Keeps age, education, hours and income of the first people. */
const adultFew = (count: number) =>
  adult
    .split('\n', count + 1)
    .map((line) => line.split(','))
    .map((cells) => [cells[0], cells[4], cells[12], cells[14]].join(','))
    .join('\n')

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
  'a private table': () => ({ inputPaths: [write('adult.csv', adultPart(300))] }),
  'a protected table with a dependency': () => ({
    inputPaths: [write('adult.csv', adultPart(300))],
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
    const { customers, orders } = shopOf(120)
    return {
      inputPaths: writeShop(newDir(), { customers, orders }),
      schema: shopSchema(['customers', 'orders']),
    }
  },
  'tables of which one hangs on one that hangs on another': () => ({
    inputPaths: writeShop(newDir(), shopOf(200)),
    schema: shopSchema(['customers', 'orders', 'items']),
  }),
  'tables that hang together, protected': () => {
    const { customers, orders } = shopOf(200)
    return {
      inputPaths: writeShop(newDir(), { customers, orders }),
      schema: shopSchema(['customers', 'orders']),
      mode: 'protected',
    }
  },
  'tables that do not hang together': () => ({
    inputPaths: [write('visits.csv', visits()), write('trips.csv', trips())],
  }),
  'a table with entities': () => ({
    inputPaths: [write('visits.csv', visits())],
    schema: declaredSchema.parse({
      tables: { visits: { entity: { column: 'patient', maxRows: 3 } } },
    }),
  }),
}

function visits(): string {
  const random = seededRandom(3)
  const lines = ['patient,ward,days']
  for (let i = 0; i < 900; i++)
    lines.push(`p-${1000 + (i % 300)},${['a', 'b', 'c'][random.nextUint32() % 3]},${i % 11}`)
  return `${lines.join('\n')}\n`
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

/** Returns a report without the time it took. */
const reported = ({ published, internal }: TableReport) => {
  const { timingsMs: _, peakRssBytes: __, ...figures } = internal
  return { published, figures }
}

test.each(
  casesOf(
    ['a series'],
    [
      'a protected table with a dependency',
      'tables that hang together',
      'a private table',
      'a table with computed columns',
      'tables of which one hangs on one that hangs on another',
      'tables that hang together, protected',
      'tables that do not hang together',
      'a table with entities',
    ],
  ),
)(
  '%s: measured, stored, read, drawn and evaluated is twin and report of one run, to the byte',
  { tags: 'scaled' },
  async (kind) => {
    const input = INPUTS[kind]!()
    const outputDir = newDir()
    const stored: string[] = []
    const whole = await synthesize({
      ...input,
      outputDir,
      tempDir: dir,
      random: seededRandom(9),
      afterMeasuring: async (measured) => {
        expect(readdirSync(outputDir)).toEqual([])
        const stop = newFile()
        await writeModel(measured.model, stop)
        stored.push(stop)
      },
    })
    expect(stored).toHaveLength(1)
    const random = seededRandom(9)
    const { rows, ...original } = input
    let split = ''
    const onSplit = (of: MeasuredSplit) => {
      split = JSON.stringify(of)
    }
    const model = await measure({ ...original, tempDir: dir, random, onSplit })
    const file = newFile()
    await writeModel(model, file)
    expect(readFileSync(file).equals(readFileSync(stored[0]!))).toBe(true)
    const away = newDir()
    const moved = input.inputPaths.map((inputPath) => path.join(away, path.basename(inputPath)))
    for (const [i, inputPath] of input.inputPaths.entries()) renameSync(inputPath, moved[i]!)
    const sampled = await sample({
      model: await readModel(file),
      outputDir: newDir(),
      random,
      ...(rows && { rows }),
    })
    expect(twinsIn(sampled)).toEqual(twinsIn(whole.tables))
    const evaluated = await evaluate({
      ...original,
      inputPaths: moved,
      tempDir: dir,
      model: await readModel(file),
      split: JSON.parse(split),
      twins: sampled,
      random,
    })
    expect(evaluated.tables.map(reported)).toEqual(whole.tables.map(reported))
    const again = newFile()
    await writeModel(await readModel(file), again)
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true)
  },
)

test('a run whose model cannot be stored draws nothing, and says why', async () => {
  const outputDir = newDir()
  const run = synthesize({
    inputPaths: [write('visits.csv', visits())],
    outputDir,
    tempDir: dir,
    afterMeasuring: () => Promise.reject(new Error('no room for the model')),
  })
  await expect(run).rejects.toThrow('no room for the model')
  expect(readdirSync(outputDir)).toEqual([])
})

let file: string
let model: ReleasedModel
beforeAll(async () => {
  file = newFile()
  const { tables } = await synthesize({
    inputPaths: [write('adult.csv', adultFew(2000))],
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
