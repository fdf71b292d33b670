import { expect, test } from 'vitest'
import { formatDollars, formatDollarsBriefly } from './dollars.ts'

test.each([
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
