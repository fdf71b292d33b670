import { expect, it } from 'vitest'
import { segmentsOf } from './highlight-segments.ts'

it('cuts a text around every occurrence, and keeps its case', () => {
  expect(segmentsOf('Retail Customer retail', ['retail'])).toEqual([
    '',
    'Retail',
    ' Customer ',
    'retail',
    '',
  ])
})

it('takes the longest word where several begin', () => {
  expect(segmentsOf('customers', ['cust', 'customer'])).toEqual(['', 'customer', 's'])
})

it('takes signs for what they are, and gives back every character', () => {
  const text = 'a.b*c (d) <b>&amp;\\'
  for (const word of ['.', '*', '(', '<b>', '\\', 'ABSENT'.toLowerCase()])
    expect(segmentsOf(text, [word]).join('')).toBe(text)
  expect(segmentsOf(text, ['.'])).toEqual(['a', '.', 'b*c (d) <b>&amp;\\'])
  expect(segmentsOf(text, [])).toEqual([text])
})
