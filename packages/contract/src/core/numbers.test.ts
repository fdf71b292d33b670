import { describe, expect, it } from 'vitest'
import { parseWhole } from './numbers.ts'

describe('whole numbers as people type them', () => {
  it.each([
    ['14', 14],
    [' 1,000 ', 1000],
    ['1.000', 1000],
    ['1 000', 1000],
    ['1\u202f000\u00a0000', 1_000_000],
    ['1’000', 1000],
    ['1,00,000', 100_000],
    ['１２', 12],
    ['١٬٠٠٠', 1000],
    ['۱۲۳', 123],
    ['१२', 12],
  ])('%s is %d', (text, value) => expect(parseWhole(text)).toBe(value))

  it.each(['', 'ten', '-5', '1.5', '1,5', '1e5', '0x10', '1,0000', '1.000,5', '99999999999999999'])(
    '%j is none',
    (text) => expect(parseWhole(text)).toBeNull(),
  )
})
