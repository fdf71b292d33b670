import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import { cellAt, type Grid } from '../../schema/infer/grid.ts'
import type { Measure } from '../measure/measure.ts'
import { openLedger, rhoSpent } from '../private/privacy-ledger.ts'
import { measureTime } from './measure-time.ts'

const schema: ColumnSchema = {
  ...blankColumn,
  name: 'at',
  kind: 'timestamp',
  dateFormat: '%Y-%m-%d %H:%M',
  unitSeconds: 60,
}

const DAY = 86_400
/** Midnight of a Monday. */
const START = Date.UTC(2019, 0, 7) / 1000

/** Epoch seconds of 20,000 rows over `days`: from 8 to 18 o'clock, rarely at weekends. */
function officeHours(days: number): number[] {
  const random = seededRandom(2)
  const below = (bound: number) => random.nextUint32() % bound
  return Array.from({ length: 20_000 }, () => {
    let day = below(days)
    if (day % 7 > 4 && below(10) > 0) day -= 3
    return START + day * DAY + (8 + below(10)) * 3600 + below(60) * 60
  })
}

async function measureTimes(times: number[], column = schema, rho = 0.01) {
  const countCells = async (_: number, grid: Grid) => {
    const counts = new Float64Array(grid.starts.length)
    for (const time of times) counts[cellAt(grid, Math.floor(time / column.unitSeconds))]!++
    return counts
  }
  const ledger = openLedger(rho)
  const looking = { measure: { countCells } as unknown as Measure, ledger, random: seededRandom(8) }
  const { grid, marginal } = await measureTime(looking, 0, column, rho, times.length)
  return { grid, marginal, ledger }
}

/** Share of what is counted where `isIn` holds at the cell's beginning. */
function shareOf(
  { grid, marginal }: Awaited<ReturnType<typeof measureTimes>>,
  unitSeconds: number,
  isIn: (date: Date) => boolean,
): number {
  let [inside, total] = [0, 0]
  for (let cell = 0; cell < marginal.noisy.length - 1; cell++) {
    total += marginal.noisy[cell]!
    if (isIn(new Date(grid.starts[cell]! * unitSeconds * 1000))) inside += marginal.noisy[cell]!
  }
  return inside / total
}

const isOffice = (date: Date) => date.getUTCHours() >= 8 && date.getUTCHours() < 18
const isWeekend = (date: Date) => date.getUTCDay() % 6 === 0

test.each([30, 730])('hours and weekdays of %s days survive', async (days) => {
  const times = officeHours(days)
  const measured = await measureTimes(times)
  const weekend = times.filter((time) => isWeekend(new Date(time * 1000))).length / times.length
  expect(shareOf(measured, 60, isOffice)).toBeGreaterThan(0.9)
  expect(Math.abs(shareOf(measured, 60, isWeekend) - weekend)).toBeLessThan(0.04)
})

test('weekdays of dates survive over ten years', async () => {
  const column = { ...schema, kind: 'date' as const, unitSeconds: DAY, dateFormat: '%Y-%m-%d' }
  const times = officeHours(3650)
  const measured = await measureTimes(times, column)
  const weekend = times.filter((time) => isWeekend(new Date(time * 1000))).length / times.length
  expect(weekend).toBeLessThan(0.1)
  expect(shareOf(measured, DAY, isWeekend)).toBeLessThan(0.14)
})

test('the range, the course and the week cost together what the column may', async () => {
  const { ledger } = await measureTimes(officeHours(730))
  expect(ledger.entries.map(({ label }) => label)).toEqual([
    'years of at',
    'range of at',
    'values of at',
  ])
  expect(rhoSpent(ledger)).toBeCloseTo(0.01, 12)
})

test('dates of fifteen years are found from the first to the last, with few rows and much noise', async () => {
  const column = { ...schema, kind: 'date' as const, unitSeconds: DAY, dateFormat: '%Y-%m-%d' }
  const random = seededRandom(5)
  const first = Date.UTC(2005, 0, 1) / 1000
  const times = Array.from({ length: 1000 }, () => first + (random.nextUint32() % 5475) * DAY)
  const { grid } = await measureTimes(times, column, 0.025)
  const yearOf = (day: number) => new Date(day * DAY * 1000).getUTCFullYear()
  expect(Math.abs(yearOf(grid.starts[0]!) - 2005)).toBeLessThan(2)
  expect(Math.abs(yearOf(grid.starts.at(-1)!) - 2020)).toBeLessThan(2)
})

test('a month is found to within a few weeks', async () => {
  const { grid } = await measureTimes(officeHours(30))
  const [low, high] = [grid.starts[0]! * 60, grid.starts.at(-1)! * 60]
  expect(low).toBeLessThanOrEqual(START + DAY)
  expect(high).toBeGreaterThanOrEqual(START + 29 * DAY)
  expect(high - low).toBeLessThan(60 * DAY)
})

test('declared bounds cost nothing and are never left', async () => {
  const bounds = { low: START / 60, high: (START + 40 * DAY) / 60 }
  const { grid, ledger } = await measureTimes(officeHours(60), { ...schema, bounds })
  expect(ledger.entries.map(({ label }) => label)).toEqual(['values of at'])
  expect(grid.starts[0]).toBe(bounds.low)
  expect(grid.starts.at(-1)).toBe(bounds.high + 1)
})

test('noise alone is taken for no season', async () => {
  const random = seededRandom(4)
  const times = Array.from({ length: 20_000 }, () => START + (random.nextUint32() % (400 * DAY)))
  const measured = await measureTimes(times, schema, 0.001)
  expect(Math.abs(shareOf(measured, 60, isOffice) - 10 / 24)).toBeLessThan(0.01)
})
