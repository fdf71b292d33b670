import { expect, it } from 'vitest'
import { clock, roughly, runTimes } from './run-times.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)
const run = (
  starts: (number | null)[],
  stage: 'reading' | 'measuring' | null,
  progress: number,
) => ({
  stage,
  progress,
  stages: (['reading', 'measuring', 'modeling', 'sampling', 'evaluating'] as const).map(
    (name, place) => ({
      stage: name,
      share: 0.2,
      startedAt: starts[place] == null ? null : at(starts[place]),
    }),
  ),
})

it('the time that is left follows from the pace so far', () => {
  const { elapsedMs, remainingMs, stages } = runTimes(run([0, 20], 'measuring', 0.3), at(30))
  expect(elapsedMs).toBe(30_000)
  expect(remainingMs).toBeCloseTo(70_000)
  expect(stages.map(({ state, ms }) => [state, ms && Math.round(ms / 1000)])).toEqual([
    ['done', 20],
    ['now', 10],
    ['next', 20],
    ['next', 20],
    ['next', 20],
  ])
  expect(stages[1]?.done).toBeCloseTo(0.5)
})

it('a stage that takes longer than its share stays within the whole, and moves the estimate', () => {
  const slow = runTimes(run([0, 20], 'measuring', 0.3), at(120))
  expect(slow.remainingMs).toBeCloseTo(280_000)
  expect(runTimes(run([0, 20], 'measuring', 0.9), at(120)).stages[1]?.done).toBe(1)
})

it('nothing is estimated before there is a pace, and of a run that waits', () => {
  expect(runTimes(run([0], 'reading', 0.01), at(2)).remainingMs).toBeNull()
  expect(runTimes(run([], null, 0), at(2))).toMatchObject({ elapsedMs: null, remainingMs: null })
})

it('times are worded', () => {
  expect([clock(74_000), clock(3_725_000)]).toEqual(['1:14', '1:02:05'])
  expect([roughly(9000), roughly(50_000), roughly(110_000), roughly(7_300_000)]).toEqual([
    'less than a minute',
    'about a minute',
    'about 2 minutes',
    'about 2 hours',
  ])
})
