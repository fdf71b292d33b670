import { describe, expect, it } from 'vitest'
import { failureText, failureTexts } from './payment-failures.ts'

describe('why a bank did not pay', () => {
  // The return codes that a debit can end with; design/ledger.md, section 2.
  it.each([
    'R01',
    'R02',
    'R03',
    'R04',
    'R05',
    'R07',
    'R08',
    'R09',
    'R10',
    'R11',
    'R13',
    'R16',
    'R29',
  ])('%s has a sentence of its own, and one that says what to do', (code) => {
    expect(failureText(code)).toBe(failureTexts[code])
    expect(failureTexts[code]!.split('. ').length).toBeGreaterThan(1)
  })

  it('any other code, or none, has a sentence too', () => {
    for (const code of ['R99', null]) expect(failureText(code)).toMatch(/^The bank did not make/)
  })
})
