import { expect, it } from 'vitest'
import { SourceAwayError } from '../../engine/service.ts'
import { withinLimit } from './within-limit.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<{ type: 'aborted' }>((resolve) => {
    signal.addEventListener('abort', () => resolve({ type: 'aborted' }))
  })
const going = new AbortController().signal
const alone = { isAwaited: async () => false }
const never = { ownMs: 1, lookMs: 1, limitMs: 600_000 }

it('a run that its source keeps too long waits for the source', async () => {
  const reading = withinLimit(alone, going, untilAborted, { ...never, limitMs: 20 })
  await expect(reading).rejects.toThrow(/within six hours/)
})

it('a run that has had its hour gives its place to others as soon as they wait', async () => {
  let looks = 0
  const place = {
    isAwaited: async () => {
      looks += 1
      if (looks === 2) throw new Error('The database is away.')
      return looks === 3
    },
  }
  const reading = withinLimit(place, going, untilAborted, never)
  await expect(reading).rejects.toThrow(/others|other deliveries/)
  await expect(reading).rejects.toBeInstanceOf(SourceAwayError)
  expect(looks).toBe(3)
})

it('a run keeps its place for its hour, also where others wait', async () => {
  const place = { isAwaited: async () => true }
  const done = async () => ({ type: 'done' })
  expect(await withinLimit(place, going, done, { ...never, ownMs: 600_000 })).toEqual({
    type: 'done',
  })
})

it('a run that was cancelled is no fault of its source', async () => {
  const stopped = AbortSignal.timeout(1)
  expect(await withinLimit(alone, stopped, untilAborted)).toEqual({ type: 'aborted' })
})

it('a run that reads no source has no limit', async () => {
  expect(await withinLimit(null, going, async () => ({ type: 'done' }), never)).toEqual({
    type: 'done',
  })
})
