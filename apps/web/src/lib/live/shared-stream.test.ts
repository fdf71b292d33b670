import type { LiveEvent } from '@semblance/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patienceMs } from '../../../testing/patience.ts'
import { type ReadEvents, subscribeToStream } from './shared-stream.ts'

/** Describes a tab by its received events, with a function that closes it. */
type Tab = { heard: string[]; leave: () => void }

let opened: (string | undefined)[]
let tell: ((id: string) => void) | null
let breakOff: (() => void) | null
let tabs: Tab[]
let isReading = false

// A server with one reader at a time, which the test makes speak.
const read: ReadEvents = async function* ({ lastEventId, signal }) {
  opened.push(lastEventId)
  isReading = true
  const waiting: string[] = []
  let wake = () => {}
  let broken = false
  tell = (id) => {
    waiting.push(id)
    wake()
  }
  breakOff = () => {
    broken = true
    wake()
  }
  signal.addEventListener('abort', () => {
    isReading = false
    wake()
  })
  yield { id: lastEventId ?? '1-0', event: { topic: 'ready' } }
  while (!signal.aborted) {
    while (waiting.length > 0) {
      const id = waiting.shift()!
      yield { id, event: { topic: 'offer.changed', id } }
    }
    if (broken) throw new Error('lost')
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
}

function openTab(): Tab {
  const heard: string[] = []
  const onEvent = (event: LiveEvent) => heard.push('id' in event ? event.id : event.topic)
  const tab = { heard, leave: subscribeToStream('somebody', onEvent, read) }
  tabs.push(tab)
  return tab
}

/** Resolves when the reading tab has sent its position to a tab that is opened now, and that tab has received it. */
const positionTold = () =>
  new Promise<void>((resolve) => {
    const channel = new BroadcastChannel('semblance.events.somebody')
    let told = 0
    channel.onmessage = ({ data }) => {
      if (data.type !== 'position') return
      told += 1
      // The second answer arrives after all tabs have received the first.
      if (told === 1) return channel.postMessage({ type: 'hello' })
      channel.close()
      resolve()
    }
  })

const soon = (check: () => void) => vi.waitFor(check, { timeout: patienceMs, interval: 10 })

beforeEach(() => {
  opened = []
  tell = breakOff = null
  tabs = []
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => {
  for (const { leave } of tabs) leave()
  vi.unstubAllGlobals()
})

it('one tab reads, and all hear the same', async () => {
  const [first, second] = [openTab(), openTab()]
  await soon(() => expect(first.heard.length + second.heard.length).toBeGreaterThan(0))
  tell!('2-1')
  await soon(() => {
    expect(first.heard.at(-1)).toBe('2-1')
    expect(second.heard.at(-1)).toBe('2-1')
  })
  expect(opened).toEqual([undefined])
})

it('when the reading tab closes, another goes on from the last event', async () => {
  const first = openTab()
  await soon(() => expect(first.heard).toContain('ready'))
  const second = openTab()
  await soon(() => expect(opened.length).toBe(1))
  tell!('2-1')
  await soon(() => expect(second.heard).toContain('2-1'))
  first.leave()
  await soon(() => expect(opened).toEqual([undefined, '2-1']))
  tell!('3-1')
  await soon(() => expect(second.heard.at(-1)).toBe('3-1'))
  expect(second.heard).not.toContain('reset')
})

it('a tab that came later knows where to go on, though nothing happened since', async () => {
  const first = openTab()
  await soon(() => expect(first.heard).toContain('ready'))
  const told = positionTold()
  const second = openTab()
  await told
  first.leave()
  await soon(() => expect(opened).toEqual([undefined, '1-0']))
  expect(second.heard).not.toContain('reset')
})

it('a lost connection is opened again behind the last event', async () => {
  const tab = openTab()
  await soon(() => expect(tab.heard).toContain('ready'))
  tell!('2-1')
  await soon(() => expect(tab.heard).toContain('2-1'))
  breakOff!()
  await soon(() => expect(opened).toEqual([undefined, '2-1']))
})

it('a reading tab that sleeps is relieved by one that somebody looks at', async () => {
  const sleeper = navigator.locks.request('semblance.events.somebody', () => new Promise(() => {}))
  sleeper.catch(() => {}) // its lock is stolen
  const tab = openTab()
  await new Promise((resolve) => setTimeout(resolve, 50))
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(tab.heard).toEqual(['ready', 'reset']), { timeout: patienceMs })
})

it('a tab that is relieved reads no more, but hears on', async () => {
  const first = openTab()
  await soon(() => expect(first.heard).toContain('ready'))
  const stolen = new AbortController()
  const thief = navigator.locks.request(
    'semblance.events.somebody',
    { steal: true },
    () => new Promise((resolve) => stolen.signal.addEventListener('abort', resolve)),
  )
  await soon(() => expect(isReading).toBe(false))
  stolen.abort()
  await thief
  await soon(() => expect(opened).toEqual([undefined, '1-0']))
  expect(first.heard).not.toContain('reset')
})

it('where a page may not use locks, each tab reads for itself', async () => {
  vi.stubGlobal('navigator', {})
  openTab()
  openTab()
  await soon(() => expect(opened.length).toBe(2))
})
