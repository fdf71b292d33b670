import { expect, it } from 'vitest'
import { SourceAwayError } from '../../engine/service.ts'
import { withinLimit } from './within-limit.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<{ type: 'aborted' }>((resolve) => {
    signal.addEventListener('abort', () => resolve({ type: 'aborted' }))
  })
const going = new AbortController().signal

it('a run that its source keeps too long waits for the source', async () => {
  const reading = withinLimit({ is_connected: true }, going, untilAborted, AbortSignal.timeout(1))
  await expect(reading).rejects.toBeInstanceOf(SourceAwayError)
})

it('a run that was cancelled is no fault of its source', async () => {
  const stopped = AbortSignal.timeout(1)
  const over = AbortSignal.abort()
  const reading = withinLimit({ is_connected: true }, stopped, untilAborted, going)
  expect(await reading).toEqual({ type: 'aborted' })
  const uploaded = withinLimit({ is_connected: false }, stopped, async () => ({ type: 'x' }), over)
  expect(await uploaded).toEqual({ type: 'x' })
})
