import { expect, it } from 'vitest'
import {
  decodeCursor,
  decodeRankCursor,
  decodeUuidCursor,
  encodeCursor,
  pageOfShort,
} from './cursor.ts'

const forged = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
const badCursor = expect.objectContaining({
  code: 'bad_input',
  detail: expect.objectContaining({ field: 'cursor' }),
})

it('a cursor names the moment and the ID that it was made of', () => {
  const position = { at: new Date('2026-03-01T10:00:00.123Z'), id: 'DPR-1001' }
  expect(decodeCursor(encodeCursor(position))).toEqual(position)
  expect(decodeCursor(undefined)).toBeNull()
})

it.each([
  ['no cursor at all', 'nonsense'],
  ['a moment after the year 9999', forged([253_402_300_800_000, 'DPR-1'])],
  ['the last moment of JavaScript', forged([8.64e15, 'DPR-1'])],
  ['a moment before 1970', forged([-1, 'DPR-1'])],
  ['a part of a millisecond', forged([0.5, 'DPR-1'])],
  ['a zero byte', forged([1, 'DPR-\0'])],
  ['an endless ID', forged([1, 'x'.repeat(81)])],
])('refuses %s', (_, cursor) => {
  expect(() => decodeCursor(cursor)).toThrow(badCursor)
  expect(() => decodeUuidCursor(cursor)).toThrow(badCursor)
})

it('refuses another ID where the list has UUIDs, and a broken rank where they are whole', () => {
  expect(() => decodeUuidCursor(forged([1, 'DPR-1']))).toThrow(badCursor)
  expect(() => decodeRankCursor(forged([1.5, 'OFR-1']))).toThrow(badCursor)
  expect(decodeRankCursor(forged([15, 'OFR-1']))).toEqual({ rank: 15, id: 'OFR-1' })
})

it('a short list is read in pages, each row once and in its order', () => {
  const rows = ['delta', 'alpha', 'ünïcode', 'beta', 'gamma']
  const page = (limit: number, cursor?: string) =>
    pageOfShort(
      rows,
      { limit, ...(cursor && { cursor }) },
      (row) => row,
      (row) => row.toUpperCase(),
    )
  for (const limit of [1, 2, 3, 5, 100]) {
    const read: string[] = []
    let cursor: string | undefined
    do {
      const { items, nextCursor } = page(limit, cursor)
      expect(items.length).toBeLessThanOrEqual(limit)
      read.push(...items)
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(read).toEqual(rows.map((row) => row.toUpperCase()))
  }
  expect(() => page(2, 'bm9ib2R5')).toThrow(badCursor)
})
