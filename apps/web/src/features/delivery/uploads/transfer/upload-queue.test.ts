import { expect, test, vi } from 'vitest'
import type { Hasher } from '@/lib/files/file-hasher.ts'
import { createUploadQueue } from './upload-queue.ts'

type Start = Parameters<typeof createUploadQueue>[0]['start']
type Started = { sent: Parameters<Start>[0]; events: Parameters<Start>[1]; log: string[] }

const reader: Hasher = { hash: async (content) => await content.text(), stop: () => {} }

function openQueue(hasher = reader) {
  const started: Started[] = []
  const queue = createUploadQueue({
    purpose: { contractId: 'CTR-1' },
    hasher,
    start: (sent, events) => {
      const one: Started = { sent, events, log: [] }
      started.push(one)
      return { pause: () => one.log.push('pause'), resume: () => one.log.push('resume') }
    },
    waitUntilOnline: async () => true,
    onChanged: () => {},
  })
  const phases = () => queue.snapshot().map(({ phase }) => phase)
  return { queue, started, phases }
}

const file = (name: string, text = 'a\n1\n') => ({ file: new File([text], name), path: name })
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('sends three at once, and the next when one has arrived', async () => {
  const { queue, started, phases } = openQueue()
  await queue.add(
    ['a.csv', 'b.csv', 'c.csv', 'd.csv'].map((name) => file(name)),
    [],
  )
  await settled()
  expect(phases()).toEqual(['sending', 'sending', 'sending', 'waiting'])
  expect(started[0]?.sent.purpose).toEqual({ contractId: 'CTR-1' })
  started[0]!.events.onDone()
  await settled()
  expect(phases()).toEqual(['sent', 'sending', 'sending', 'sending'])
  expect(queue.snapshot()[0]).toMatchObject({ sentBytes: 4, sha256: 'a\n1\n' })
})

test('one is paused and resumed while others go on', async () => {
  const { queue, started, phases } = openQueue()
  await queue.add([file('a.csv'), file('b.csv')], [])
  await settled()
  queue.pause(1)
  expect(phases()).toEqual(['paused', 'sending'])
  queue.resume(1)
  expect(started[0]!.log).toEqual(['pause', 'resume'])
  expect(phases()).toEqual(['sending', 'sending'])
})

test('a file is known again by name, size and fingerprint, and goes on where it stopped', async () => {
  const { queue, started } = openQueue()
  const known = { id: 'f'.repeat(32), name: 'north/a.csv', bytes: 4, receivedBytes: 2 }
  const unfinished = [{ ...known, fingerprint: 'a\n1\na\n1\n' }]
  await queue.add([file('a.csv'), file('a.csv', 'a\n2\n'), file('b.csv')], unfinished)
  await settled()
  expect(started.map(({ sent }) => sent.uploadId)).toEqual([known.id, null, null])
})

test('one that was cut off goes on when the server is back; one that was refused does not', async () => {
  const { queue, started, phases } = openQueue()
  await queue.add([file('a.csv'), file('b.csv')], [])
  await settled()
  started[0]!.events.onFailure({ message: 'cut', retry: 'online' })
  started[1]!.events.onFailure({ message: 'refused', retry: 'person' })
  await settled()
  expect(phases()).toEqual(['sending', 'failed'])
  expect(started[0]!.log).toEqual(['resume'])
})

test('one that the server could not store keeps its place and goes on after the time that it was told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { queue, started, phases } = openQueue()
  await queue.add(
    ['a.csv', 'b.csv', 'c.csv', 'd.csv'].map((name) => file(name)),
    [],
  )
  await vi.advanceTimersByTimeAsync(0)
  for (const { events } of started)
    events.onFailure({ message: 'no room', retry: { afterMs: 5000 } })
  expect(phases()).toEqual(['sending', 'sending', 'sending', 'waiting'])
  expect(queue.snapshot()[0]).toMatchObject({ message: 'no room' })
  queue.pause(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(started.slice(0, 3).map(({ log }) => log)).toEqual([['resume'], ['pause'], ['resume']])
  started[0]!.events.onProgress(2)
  expect(queue.snapshot()[0]).toMatchObject({ sentBytes: 2, message: undefined })
  vi.useRealTimers()
})

test('a file that is removed is forgotten', async () => {
  const { queue, started } = openQueue()
  await queue.add([file('a.csv')], [])
  await settled()
  queue.remove(1)
  started[0]!.events.onDone()
  expect(queue.snapshot()).toEqual([])
})

test('one that is paused and resumed before its fingerprint is known begins once', async () => {
  const known = Promise.withResolvers<string>()
  const { queue, started } = openQueue({ hash: () => known.promise, stop: () => {} })
  await queue.add([file('a.csv')], [])
  queue.pause(1)
  queue.resume(1)
  known.resolve('a'.repeat(64))
  await settled()
  expect(started).toHaveLength(1)
})
