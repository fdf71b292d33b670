import { describe, expect, it } from 'vitest'
import { isEnough, monthOf, neededApproval, stricterOf } from './spending-rules.ts'

const none = { paymentCents: null, monthCents: null }
const free = { limits: none, spentCents: 0n }
const limited = (paymentCents: bigint | null, monthCents: bigint | null, spentCents = 0n) => ({
  limits: { paymentCents, monthCents },
  spentCents,
})

describe('a payment', () => {
  it('needs no approval without limits, nor exactly at one', () => {
    expect(neededApproval({ amountCents: 10n ** 15n, member: free, organization: free })).toBeNull()
    const member = limited(1_025n, 2_050n, 1_025n)
    expect(neededApproval({ amountCents: 1_025n, member, organization: free })).toBeNull()
  })

  it('needs an approver a cent above the limit of a payment or of the month', () => {
    const needed = (member: ReturnType<typeof limited>) =>
      neededApproval({ amountCents: 1_025n, member, organization: free })
    expect(needed(limited(1_024n, null))).toEqual({
      reason: 'member_payment',
      limitCents: 1_024n,
      needsAdministrator: false,
    })
    expect(needed(limited(null, 2_049n, 1_025n))?.reason).toBe('member_month')
  })

  it('of a part of a purchase is measured by all of it, and by itself in the month', () => {
    const needed = (member: ReturnType<typeof limited>, totalCents = 2_000n) =>
      neededApproval({ amountCents: 1_000n, totalCents, member, organization: free })
    expect(needed(limited(1_999n, null))?.reason).toBe('member_payment')
    expect(needed(limited(2_000n, 1_000n))).toBeNull()
    expect(needed(limited(2_000n, 999n))?.reason).toBe('member_month')
  })

  it('needs an administrator above the organization’s limit, whoever pays', () => {
    const organization = limited(1_000n, null)
    const needed = neededApproval({ amountCents: 1_025n, member: limited(1n, 1n), organization })
    expect(needed).toMatchObject({ reason: 'organization_payment', needsAdministrator: true })
    expect(neededApproval({ amountCents: 1_025n, member: null, organization })).toEqual(needed)
  })
})

describe('consent', () => {
  const person = (userId: string, isAdministrator = false) => ({ userId, isAdministrator })
  it('is one person’s, or that of two with an administrator', () => {
    expect(isEnough([], { needsAdministrator: false })).toBe(false)
    expect(isEnough([person('a')], { needsAdministrator: false })).toBe(true)
    expect(isEnough([person('a', true)], { needsAdministrator: true })).toBe(false)
    expect(isEnough([person('a'), person('b')], { needsAdministrator: true })).toBe(false)
    expect(isEnough([person('a'), person('b', true)], { needsAdministrator: true })).toBe(true)
  })

  it('counts by the month in UTC', () => {
    expect(monthOf(new Date('2026-12-31T23:59:59.999Z'))).toEqual(new Date('2026-12-01T00:00Z'))
  })
})

it('of two limits the lower one of each kind counts, and none is the highest', () => {
  const limits = (paymentCents: bigint | null, monthCents: bigint | null) => ({
    paymentCents,
    monthCents,
  })
  expect(stricterOf(limits(5n, null), limits(null, 7n))).toEqual(limits(5n, 7n))
  expect(stricterOf(limits(5n, 7n), limits(6n, 6n))).toEqual(limits(5n, 6n))
  expect(stricterOf(limits(null, 0n), limits(null, null))).toEqual(limits(null, 0n))
})
