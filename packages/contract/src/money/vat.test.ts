import { expect, it } from 'vitest'
import { compactVat, countryOfVat, isReverseCharge, vatProblem } from './vat.ts'

it('takes VAT numbers with right check digits, however they are typed, and names what is wrong', () => {
  for (const number of [
    'DE 136 695 976',
    'fr40303265045',
    'NL004495445B01',
    'GB980780684',
    'EL094259216',
  ])
    expect(vatProblem(compactVat(number))).toBeNull()
  expect(vatProblem('DE136695977')).toMatch(/check digits/)
  expect(vatProblem('136695976')).toMatch(/letters of its country/)
  expect(vatProblem('US123456789')).toMatch(/letters of its country/)
})

it('names a country by ISO 3166, and whether it is of the European Union', () => {
  expect(countryOfVat('EL094259216')).toEqual({ code: 'GR', isOfUnion: true })
  expect(countryOfVat('GB980780684')).toEqual({ code: 'GB', isOfUnion: false })
  expect(countryOfVat('DE136695977')).toBeNull()
})

it('sees a reverse charge between two countries of the union, and nowhere else', () => {
  expect(isReverseCharge('DE136695976', 'FR40303265045')).toBe(true)
  expect(isReverseCharge('DE136695976', 'DE136695976')).toBe(false)
  expect(isReverseCharge('DE136695976', 'GB980780684')).toBe(false)
  expect(isReverseCharge('DE136695976', null)).toBe(false)
  expect(isReverseCharge(null, null)).toBe(false)
})
