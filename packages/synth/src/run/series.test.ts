import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatDate } from '../draw/format-value.ts'
import { uniform } from '../random/random-source.ts'
import { seededRandom } from '../random/seeded-random.ts'
import type { DeclaredSchema } from '../schema/declared-schema.ts'
import { synthesize } from './synthesize.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'series-'))
})

afterEach(() => rm(dir, { recursive: true, force: true }))

const START = Date.UTC(2024, 0, 1) / 1000
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

type Device = { name: string; mean: number; start: number; rows: number }

/** Hourly temperatures that keep 0.9 of their distance from a daily course, and whether a fan runs at them. */
function readings(devices: Device[], seed: number): string[][] {
  const source = seededRandom(seed)
  const random = () => uniform(source)
  return devices.flatMap(({ name, mean, start, rows }) => {
    let distance = 0
    return Array.from({ length: rows }, (_, i) => {
      distance = 0.9 * distance + normal(random)
      const hour = (start + i) % 24
      const value = mean + distance + 4 * Math.sin((2 * Math.PI * hour) / 24)
      const fan = value > mean + 1 ? 'on' : 'off'
      return [
        name,
        formatDate(START + (start + i) * 3600, '%Y-%m-%d %H:%M:%S'),
        value.toFixed(0),
        fan,
      ]
    })
  })
}

async function twinOf(
  rows: string[][],
  table: Partial<DeclaredSchema['tables'][string]> = {},
  epsilon = 3,
) {
  const input = path.join(dir, 'readings.csv')
  const outputDir = path.join(dir, 'out')
  await mkdir(outputDir)
  await writeFile(input, ['device,time,value,fan', ...rows.map((row) => row.join(','))].join('\n'))
  const report = await synthesize({
    inputPaths: [input],
    outputDir,
    tempDir: dir,
    epsilon,
    random: seededRandom(7),
    schema: {
      tables: {
        readings: {
          columns: { value: { kind: 'integer', min: -20, max: 80 } },
          rules: [],
          series: { time: 'time', device: 'device' },
          ...table,
        },
      },
    },
  })
  const [, ...lines] = (await readFile(report.tables[0]!.path, 'utf8')).trimEnd().split('\n')
  return { report: report.tables[0]!, twin: lines.map((line) => line.split(',')) }
}

const hoursOf = (row: string[]) => (Date.parse(`${row[1]}Z`) / 1000 - START) / 3600
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const ROOMS = [
  { name: 'cellar', mean: 10, start: 0, rows: 3000 },
  { name: 'kitchen', mean: 30, start: 0, rows: 3000 },
  { name: 'attic', mean: 45, start: 1500, rows: 1500 },
]

test('the rows of a named device follow each other as in the original', {
  tags: 'long',
}, async () => {
  const { report, twin } = await twinOf(readings(ROOMS, 1))
  const { coherence } = report.internal.evaluation
  expect(coherence!.value).toBeGreaterThan(0.87)
  const value = coherence!.autocorrelations.find(({ name }) => name === 'value')!
  expect(Math.abs(value.synthetic - value.original)).toBeLessThan(0.04)
  for (const room of ROOMS) {
    const own = twin.filter(([device]) => device === room.name)
    const hours = own.map(hoursOf)
    const steps = hours.slice(1).map((hour, i) => hour - hours[i]!)
    expect(Math.min(...steps)).toBeGreaterThan(0)
    expect(steps.filter((step) => step === 1).length).toBeGreaterThan(0.95 * steps.length)
    expect(Math.abs(hours[0]! - room.start)).toBeLessThan(300)
    expect(Math.abs(own.length / room.rows - 1)).toBeLessThan(0.25)
    const values = own.map((row) => Number(row[2]))
    expect(Math.abs(mean(values) - room.mean)).toBeLessThan(3)
    // Within a room alone: across rooms, their means would make any order look coherent.
    const distances = values.map((v) => v - mean(values))
    const square = mean(distances.map((d) => d * d))
    const next = mean(distances.slice(1).map((d, i) => d * distances[i]!))
    expect(next / square).toBeGreaterThan(0.7)
    const at = (hour: number) => mean(values.filter((_, i) => hours[i]! % 24 === hour))
    expect(at(6) - at(18)).toBeGreaterThan(4)
  }
  const fans = twin.filter(([device]) => device === 'cellar')
  const on = (isWarm: boolean) =>
    mean(fans.filter((row) => Number(row[2]) > 12 === isWarm).map((row) => Number(row[3] === 'on')))
  expect(on(true) - on(false)).toBeGreaterThan(0.5)
  expect(report.published.privacy.rhoSpent!).toBeLessThanOrEqual(
    report.published.privacy.rhoBudget! * (1 + 1e-9),
  )
  expect(report.published.privacy.guarantee).toContain('the usual step of time')
})

test('devices that are entities are made up, each with a sequence of its own', {
  tags: 'long',
}, async () => {
  const patients = Array.from({ length: 1500 }, (_, i) => ({
    name: `patient-${10_000 + i}`,
    mean: 10 + ((i * 7) % 50),
    start: i % 500,
    rows: 4,
  }))
  const original = readings(patients, 2)
  const { report, twin } = await twinOf(original, { entity: { column: 'device', maxRows: 4 } }, 8)
  const names = twin.map(([device]) => device!)
  const runs = names.filter((name, i) => name !== names[i - 1]).length
  expect(new Set(names).size).toBe(runs)
  expect(Math.abs(twin.length / runs - 4)).toBeLessThan(0.4)
  const steps = twin.flatMap((row, i) =>
    i > 0 && names[i] === names[i - 1] ? [hoursOf(row) - hoursOf(twin[i - 1]!)] : [],
  )
  expect(steps.filter((step) => step === 1).length).toBeGreaterThan(0.9 * steps.length)
  expect(report.published.privacy.unit).toBe('entity')
  const coherence = report.internal.evaluation.coherence!
  const value = coherence.autocorrelations.find(({ name }) => name === 'value')!
  expect(value.synthetic).toBeGreaterThan(0.6 * value.original)
})
