import { expect, test } from 'vitest'
import { excelNumberText, numberKindOf } from './excel-values.ts'

test.each([
  [1, 'date', false, '1900-01-01'],
  [59, 'date', false, '1900-02-28'],
  [61, 'date', false, '1900-03-01'],
  [0, 'date', true, '1904-01-01'],
  [43831.999999999, 'datetime', false, '2020-01-02 00:00:00'],
  [1.5, 'time', false, '36:00:00'],
  [-1, 'date', false, '-1'],
  [0.1 + 0.2, 'number', false, '0.3'],
] as const)('%d shown as a %s is written plainly', (value, kind, is1904, text) => {
  expect(excelNumberText(value, kind, is1904)).toBe(text)
})

test.each([
  [0, 'General', 'number'],
  [164, '#,##0.00 "days"', 'number'],
  [164, '[Red]0.0%', 'number'],
  [164, '[$-409]mmm\\ yy', 'date'],
  [164, 'd/m/yyyy h:mm;@', 'datetime'],
  [164, '[h]:mm', 'time'],
  [14, undefined, 'date'],
  [22, undefined, 'datetime'],
] as const)('format %d %s shows a %s', (id, code, kind) => {
  expect(numberKindOf(id, code)).toBe(kind)
})
