import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDollars, formatDollarsBriefly } from './dollars.ts'
import { parseDollars } from './money.ts'

describe('dollars as people type them', () => {
  it.each([
    ['18500', 1_850_000n],
    ['18,500', 1_850_000n],
    ['$18,500.50', 1_850_050n],
    [' 0.5 ', 50n],
    ['1,000,000', 100_000_000n],
    ['10,00,000', 100_000_000n],
    ['18.500,50', 1_850_050n],
    ['1.000.000', 100_000_000n],
    ['18 500', 1_850_000n],
    ['18\u202f500,5', 1_850_050n],
    ["18'500.50", 1_850_050n],
    ['١٨٬٥٠٠٫٥٠', 1_850_050n],
    ['１８５００', 1_850_000n],
    ['18,500 USD', 1_850_000n],
    ['US$ 18,500', 1_850_000n],
  ])('%s is read', (text, cents) => expect(parseDollars(text)).toBe(cents))

  it.each(['', 'abc', '-5', '1e5', '12,3456', '1.2.3', '1,000,00', '18.500,505', '$', '5 5'])(
    '%s is no amount',
    (text) => expect(parseDollars(text)).toBeNull(),
  )

  it.each(['18.500', '1.234', '18,50', '1,00', '18500,50'])(
    '%s could be two amounts, and is read as neither',
    (text) => expect(parseDollars(text)).toBeNull(),
  )

  it('whatever amount is written in the American, German, French or Swiss way is read back', () => {
    const inCountry = (locale: string) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    const countries = ['en-US', 'en-IN', 'de-CH', 'fr-FR', 'de-DE', 'ar-EG', 'hi-IN']
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 10 ** 13 }),
        fc.constantFrom(...countries),
        (cents, locale) => {
          const text = inCountry(locale).format(cents / 100)
          expect(parseDollars(text)).toBe(BigInt(cents))
        },
      ),
    )
  })
})

it.each([
  [1_925_050n, '$19,250.50', '$19,250.50'],
  [1_925_099n, '$19,250.99', '$19,250.99'],
  [1n, '$0.01', '$0.01'],
  [-5n, '-$0.05', '-$0.05'],
  [1_925_000n, '$19,250.00', '$19,250'],
  [99_999_999_999n, '$999,999,999.99', '$999,999,999.99'],
])('%s cents are written to the cent', (cents, exact, brief) => {
  expect(formatDollars(cents)).toBe(exact)
  expect(formatDollarsBriefly(cents)).toBe(brief)
})
