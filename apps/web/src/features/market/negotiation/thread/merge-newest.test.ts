import type { Message } from '@semblance/contract'
import { expect, test } from 'vitest'
import { addSent, mergeNewest, type ThreadPage } from './merge-newest.ts'

const message = (id: number, body = ''): Message => ({
  id: `m${id}`,
  type: 'message',
  isOwn: true,
  senderName: '',
  personName: null,
  body,
  proposal: null,
  attachments: [],
  key: null,
  createdAt: new Date(id),
})

/** Newest first. */
const page = (ids: number[], nextCursor: string | null = 'more'): ThreadPage => ({
  items: ids.map((id) => message(id)),
  nextCursor,
  readByOther: null,
})

const ids = ({ pages }: { pages: ThreadPage[] }) =>
  pages.map(({ items }) => items.map(({ id }) => Number(id.slice(1))))

const known = { pages: [page([6, 5, 4]), page([3, 2, 1], null)], pageParams: [undefined, 'c4'] }

test('new messages come before the known ones, whose cursors stay', () => {
  const merged = mergeNewest(known, page([8, 7, 6]))
  expect(ids(merged)).toEqual([
    [8, 7, 6, 5, 4],
    [3, 2, 1],
  ])
  expect(merged.pages.map(({ nextCursor }) => nextCursor)).toEqual(['more', null])
  expect(merged.pageParams).toEqual(known.pageParams)
})

test('what is known takes its newer state, and the read mark moves', () => {
  const readByOther = { messageId: 'm6', at: new Date(9) }
  const newest = { ...page([]), items: [message(6, 'decided')], readByOther }
  const merged = mergeNewest(known, newest)
  expect(merged.pages[0]?.items[0]?.body).toBe('decided')
  expect(merged.pages[0]?.readByOther).toEqual(readByOther)
})

test('after more was missed than a page holds, the newest page begins the thread anew', () => {
  const merged = mergeNewest(known, page([12, 11, 10]))
  expect(ids(merged)).toEqual([[12, 11, 10]])
  expect(merged.pageParams).toEqual([undefined])
})

test('the first message of an empty thread is no gap', () => {
  const merged = mergeNewest({ pages: [page([], null)], pageParams: [undefined] }, page([1], null))
  expect(ids(merged)).toEqual([[1]])
})

test('a sent message is added once', () => {
  const once = addSent(known, message(7))
  expect(ids(once)[0]).toEqual([7, 6, 5, 4])
  expect(addSent(once, message(7))).toBe(once)
})
