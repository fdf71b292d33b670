import { describe, expect, it } from 'vitest'
import { splitFrames } from './event-frames.ts'

const ready = { id: '7-0', event: { topic: 'ready' } }
const text = 'id: 7-0\ndata: {"topic":"ready"}\n\n'

describe('the event stream', () => {
  it('is understood however it is cut', () => {
    const whole = `${text}:\n\n${text}`
    for (let at = 0; at <= whole.length; at++) {
      const read = splitFrames()
      expect([...read(whole.slice(0, at)), ...read(whole.slice(at))]).toEqual([ready, ready])
    }
  })

  it('tells signals without a place to resume from', () => {
    const typing = {
      topic: 'typing',
      conversationId: 'b7d6a1d5-5f5a-4f0e-8a43-3c1f0c6f0e11',
      organization: 'b7d6a1d5-5f5a-4f0e-8a43-3c1f0c6f0e12',
      name: 'Ada',
    }
    expect(splitFrames()(`data: ${JSON.stringify(typing)}\n\n`)).toEqual([
      { id: undefined, event: typing },
    ])
  })

  it('skips what this page does not know', () => {
    expect(splitFrames()(`data: {"topic":"moon.rose"}\n\n${text}`)).toEqual([ready])
  })
})
