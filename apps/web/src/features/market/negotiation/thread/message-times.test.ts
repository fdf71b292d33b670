import { expect, test } from 'vitest'
import { dayDivider, listTime, presenceText, readText } from './message-times.ts'

const now = new Date(2026, 0, 1, 10, 0)

test('a day is named by how near it is, across the turn of the year too', () => {
  expect(dayDivider(new Date(2026, 0, 1, 0, 1), now)).toBe('Today')
  expect(dayDivider(new Date(2025, 11, 31, 23, 59), now)).toBe('Yesterday')
  expect(dayDivider(new Date(2025, 11, 30), now)).toBe('Dec 30, 2025')
})

test('the list shows the hour today and the day before that', () => {
  expect(listTime(new Date(2026, 0, 1, 9, 41), now)).toBe('9:41 AM')
  expect(listTime(new Date(2025, 11, 31, 9, 41), now)).toBe('Yesterday')
})

test('a read mark says when', () => {
  expect(readText(new Date(2026, 0, 1, 9, 42), now)).toBe('Read 9:42 AM')
  expect(readText(new Date(2025, 11, 31, 9, 42), now)).toBe('Read Dec 31, 2025, 9:42 AM')
})

test('presence is said in words', () => {
  expect(presenceText({ isOnline: true, lastSeenAt: null }, now)).toBe('Online')
  expect(presenceText({ isOnline: false, lastSeenAt: new Date(2026, 0, 1, 8) }, now)).toBe(
    'Last seen 2 h ago',
  )
  expect(presenceText({ isOnline: false, lastSeenAt: null }, now)).toBe('Offline')
})
