import { expect, test } from 'vitest'
import { nextPaymentText, usageLook } from './plan-labels.ts'

const billing = { plan: 'professional', periodEnd: new Date('2026-12-21T09:00:00Z') } as const

test('the next payment is said with its day, or that there is none', () => {
  const text = (state: 'active' | 'ending' | 'ended', nextChargeCents: bigint) =>
    nextPaymentText({ ...billing, state, nextChargeCents })
  expect(text('active', 2900n)).toContain('$29 is taken on Dec 21, 2026')
  expect(text('active', 0n)).toContain('Nothing is charged before a payment method is on file')
  expect(text('ending', 2900n)).toContain('is charged then, and nothing after it')
  expect(text('ending', 0n)).toBe('Your plan ends on Dec 21, 2026. Nothing is charged.')
  expect(text('ended', 0n)).toContain('has ended')
})

test('usage is a share of the figure, nearly full from 80 % on, and never more than a whole bar', () => {
  const dprs = (used: number) => usageLook({ kind: 'dprs', used, limit: 100 })
  expect(dprs(79)).toMatchObject({ amounts: '79 of 100', filledPercent: 79, isNearlyFull: false })
  expect(dprs(80)).toMatchObject({ isNearlyFull: true, isOver: false })
  expect(dprs(130)).toMatchObject({ filledPercent: 100, isOver: true })
  const storage = usageLook({ kind: 'storageBytes', used: 3 * 1024 ** 2, limit: 10 * 1024 ** 3 })
  expect(storage).toMatchObject({ amounts: '3 MB of 10 GB', share: 'under 0.1%' })
})
