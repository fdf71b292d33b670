import type { Message } from '@semblance/contract'
import { expect, test } from 'vitest'
import { lastReadOwn, type Outgoing, threadEntries } from './thread-entries.ts'

const now = new Date(2026, 10, 21, 12, 0)

function message(id: string, at: Date, over: Partial<Message> = {}): Message {
  return {
    id,
    type: 'message',
    isOwn: false,
    senderName: 'Meridian Synthetics',
    personName: 'Jonas Weidmann',
    body: 'Hello',
    proposal: null,
    attachments: [],
    key: null,
    createdAt: at,
    ...over,
  }
}

const outgoing = (key: string): Outgoing => ({
  key,
  conversationId: 'c',
  body: 'Hi',
  attachments: [],
  createdAt: now,
  problem: null,
})

const shape = (entries: ReturnType<typeof threadEntries>) =>
  entries.map((entry) => (entry.kind === 'day' ? entry.label : `${entry.kind} ${entry.id}`))

test('each day stands above its messages', () => {
  const entries = threadEntries(
    [
      message('1', new Date(2025, 10, 19, 9)),
      message('2', new Date(2026, 10, 19, 9)),
      message('3', new Date(2026, 10, 20, 23, 59)),
      message('4', new Date(2026, 10, 21, 0, 1)),
    ],
    [],
    now,
  )
  expect(shape(entries)).toEqual([
    'Nov 19, 2025',
    'message 1',
    'Nov 19',
    'message 2',
    'Yesterday',
    'message 3',
    'Today',
    'message 4',
  ])
})

test('messages of one person within five minutes stand under one name', () => {
  const at = (minute: number) => new Date(2026, 10, 21, 9, minute)
  const entries = threadEntries(
    [
      message('1', at(0)),
      message('2', at(4)),
      message('3', at(10)),
      message('4', at(11), { personName: 'Another' }),
      message('5', at(12), { personName: 'Another', type: 'contract_update' }),
    ],
    [],
    now,
  )
  const firsts = entries.flatMap((entry) =>
    entry.kind === 'message' && entry.isFirstOfGroup ? entry.id : [],
  )
  expect(firsts).toEqual(['1', '3', '4', '5'])
})

test('an outgoing message makes room for the one that the server sends, under the same name', () => {
  const before = threadEntries([], [outgoing('k1'), outgoing('k2')], now)
  expect(shape(before)).toEqual(['Today', 'outgoing k1', 'outgoing k2'])
  const arrived = message('9', now, { isOwn: true, key: 'k1' })
  const after = threadEntries([arrived], [outgoing('k1'), outgoing('k2')], now)
  expect(shape(after)).toEqual(['Today', 'message k1', 'outgoing k2'])
})

test('the read mark stands at the newest own message up to what the other party has read', () => {
  const thread = [
    message('a1', now, { isOwn: true }),
    message('a2', now),
    message('a3', now, { isOwn: true }),
  ]
  expect(lastReadOwn(thread, undefined)).toBeNull()
  expect(lastReadOwn(thread, 'a0')).toBeNull()
  expect(lastReadOwn(thread, 'a2')).toBe('a1')
  expect(lastReadOwn(thread, 'a3')).toBe('a3')
})
