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
  for (const old of ['IE8+79739J', 'IE8*79739J', 'DE136695976\u0000'])
    expect(vatProblem(compactVat(old))).toMatch(/letters and digits alone/)
  expect(vatProblem('136695976')).toMatch(/letters of its country/)
  expect(vatProblem('US123456789')).toMatch(/letters of its country/)
})

it('names a country by ISO 3166, and whether it is of the European Union', () => {
  expect(countryOfVat('EL094259216')).toEqual({ code: 'GR', isOfUnion: true })
  expect(countryOfVat('GB980780684')).toEqual({ code: 'GB', isOfUnion: false })
  expect(countryOfVat('DE136695977')).toBeNull()
})

it('sees a reverse charge between two countries of the union, and nowhere else', () => {
  const german = { vatNumber: 'DE136695976', country: 'DE' }
  const french = { vatNumber: 'FR40303265045', country: 'FR' }
  const dutch = { vatNumber: 'NL004495445B01', country: 'other' }
  expect(isReverseCharge(german, french)).toBe(true)
  expect(isReverseCharge(german, dutch)).toBe(true)
  expect(isReverseCharge(german, german)).toBe(false)
  expect(isReverseCharge(german, { vatNumber: 'GB980780684', country: 'UK' })).toBe(false)
  expect(isReverseCharge(german, { vatNumber: null, country: 'FR' })).toBe(false)
})

it('sees none where a business states the number of another country than its own', () => {
  const german = { vatNumber: 'DE136695976', country: 'DE' }
  for (const country of ['US', 'DE', 'other', null])
    expect(isReverseCharge(german, { vatNumber: 'FR40303265045', country })).toBe(false)
})
