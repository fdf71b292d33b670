import type { Certificate } from '@semblance/contract'
import { expect, test } from 'vitest'
import { checkInLog } from './log-checks.ts'

test('a certificate for a listing names no place in the log, which no check can then tell', async () => {
  const checks = await checkInLog({
    listing: { title: 'Members', statement: 'For a listing' },
    destruction: { at: '2026-11-28T00:00:00Z' },
  } as Certificate)
  expect(Object.values(checks).map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: 3 }, () => 'inconclusive'),
  )
  expect(JSON.stringify(checks)).not.toContain('before the log')
})
