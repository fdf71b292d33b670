import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDollars, platformFeeCents } from './money.ts'

describe('the platform fee', () => {
  it('is 462.50 on 18,500, which makes 18,962.50', () => {
    expect(platformFeeCents(1_850_000n)).toBe(46_250n)
    expect(1_850_000n + platformFeeCents(1_850_000n)).toBe(1_896_250n)
  })

  it('is within half a cent of 2.5 %, whatever the price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), (price) => {
        const thousandths = platformFeeCents(price) * 1000n - price * 25n
        expect(thousandths >= -499n && thousandths <= 500n).toBe(true)
      }),
    )
  })
})

describe('dollars as people type them', () => {
  it.each([
    ['18500', 1_850_000n],
    ['18,500', 1_850_000n],
    ['$18,500.50', 1_850_050n],
    [' 0.5 ', 50n],
    ['1,000,000', 100_000_000n],
  ])('%s is read', (text, cents) => expect(parseDollars(text)).toBe(cents))

  it.each(['', 'abc', '-5', '1.234', '1,00', '1e5', '12,3456', '1.2.3'])(
    '%s is no amount',
    (text) => expect(parseDollars(text)).toBeNull(),
  )
})
