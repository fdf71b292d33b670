import { expect, test } from 'vitest'
import { dateParser } from './parse-date.ts'

test.each([
  ['%Y-%m-%d', '1970-01-02', 86_400],
  ['%d.%m.%Y %H:%M', '14.11.2023 22:13', 1_700_000_000 - 20],
  ['%Y-%m-%dT%H:%M:%SZ', '2000-02-29T23:59:59Z', 951_868_799],
  ['%m/%d/%Y', '2/3/1969', -28_684_800],
  ['%Y-%m-%d', '2023-02-29', null],
  ['%Y-%m-%d', '2023-13-01', null],
  ['%Y-%m-%d %H:%M', '2023-01-01 24:00', null],
  ['%d.%m.%Y', '01x02x2020', null],
  ['%Y-%m-%d', 'n/a', null],
])('by %s the text %s is %s', (pattern, text, seconds) => {
  expect(dateParser(pattern)(text)).toBe(seconds)
})
