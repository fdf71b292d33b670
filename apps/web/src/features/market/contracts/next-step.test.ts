import { type ContractSummary, contractStatuses, type Delivery } from '@semblance/contract'
import { expect, test } from 'vitest'
import { mainLinkOf, nextStepOf } from './next-step.ts'

const now = new Date(2026, 10, 23, 12)
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

const contract: ContractSummary = {
  id: 'CTR-1',
  offerId: 'OFF-1',
  dprId: 'DPR-1',
  title: 'Cards',
  clientName: 'Halden Retail',
  vendorName: 'Meridian Synthetics',
  clientSlug: 'halden',
  vendorSlug: 'meridian',
  priceCents: 18_500_00n,
  feeCents: 462_50n,
  feeBps: 250,
  duePrice: null,
  heldCents: 18_500_00n,
  releasedCents: 0n,
  isPaymentUnderway: false,
  status: 'in_progress',
  stage: 'data_collection',
  progressPercent: 0,
  startDate: inDays(-4),
  deliveryDate: inDays(8),
  deliveredAt: null,
  reviewEndsAt: null,
  milestones: [],
  openChangeRequest: null,
}

const step = (side: 'client' | 'vendor', change: Partial<ContractSummary & { heldSince: Date }>) =>
  nextStepOf({ ...contract, ...change }, side, null, now)

test.each([
  ['client', { status: 'awaiting_payment', startDate: null }, true, '/payment/OFF-1'],
  ['vendor', { status: 'awaiting_payment', startDate: null }, false, undefined],
  ['client', { status: 'awaiting_payment', isPaymentUnderway: true }, false, '/payment/OFF-1'],
  ['client', {}, false, undefined],
  ['vendor', {}, true, '/data-upload/CTR-1'],
  ['client', { status: 'synthetic_processing' }, false, undefined],
  ['client', { status: 'pending_review' }, true, '/download/DPR-1'],
  ['vendor', { status: 'pending_review' }, false, undefined],
  ['client', { status: 'completed' }, false, '/download/DPR-1'],
  ['client', { status: 'cancelled' }, false, undefined],
] as const)('a %s of %j acts: %s, at %s', (side, change, isOwn, to) => {
  const found = step(side, change)
  expect(found.isOwn).toBe(isOwn)
  expect(mainLinkOf(found)?.to).toBe(to)
})

test('a review says what is released, what comes back, and when silence accepts', () => {
  const duePrice = {
    cents: 17_000_50n,
    accuracyTenths: 900,
    interval: null,
    minPercent: 80,
    targetPercent: 95,
    floorPercent: 80,
  }
  const change = { status: 'pending_review', reviewEndsAt: inDays(13), duePrice } as const
  const review = step('client', change)
  expect(review.sentence).toBe('Review the delivery and release $17,000.50.')
  expect(review.detail).toContain('in 13 days')
  expect(review.detail).toContain('$1,499.50 of it comes back to you.')
  expect(step('vendor', change).detail).toContain('$17,000.50 is released when they accept')
})

test('a payment that the bank took back is to be made again', () => {
  expect(step('client', { status: 'awaiting_payment' }).sentence).toBe('Pay into escrow again.')
})

test('a delivery that is held says whose problem it is', () => {
  const held = step('vendor', { status: 'synthetic_processing', heldSince: inDays(-1) })
  expect(held.sentence).toBe('The delivery is held by a problem on our side.')
})

const withDelivery = (
  side: 'client' | 'vendor',
  delivery: Partial<Delivery>,
  status: ContractSummary['status'] = 'in_progress',
) => nextStepOf({ ...contract, status }, side, delivery as Delivery, now)

test.each([
  ['inspecting', false, 'Your files are being read.', undefined],
  ['review', true, 'Review the columns and submit.', '/data-upload/CTR-1'],
  ['measuring', false, 'Your command measures the original.', undefined],
] as const)('a delivery that is %s has a step of its own', (status, isOwn, sentence, to) => {
  const found = withDelivery('vendor', { status, isMeasuredByVendor: status === 'measuring' })
  expect(found).toMatchObject({ isOwn, sentence })
  expect(mainLinkOf(found)?.to).toBe(to)
  expect(withDelivery('client', { status }).sentence).toBe('The delivery is being prepared.')
})

test.each(['in_progress', 'synthetic_processing'] as const)(
  'a source that does not answer is its vendor’s to look after, in %s',
  (status) => {
    const away = { status: 'queued', notice: 'source_away', isConnected: true } as const
    const own = withDelivery('vendor', away, status)
    expect(own.isOwn).toBe(true)
    expect(mainLinkOf(own)?.to).toBe('/sources')
    expect(withDelivery('client', away, status)).toMatchObject({
      lead: 'Waiting for Meridian Synthetics',
      isOwn: false,
    })
  },
)

test('a sole agreed point is told of in the singular', () => {
  const gate = [{ id: 'records', pass: true }] as unknown as NonNullable<Delivery['gate']>
  const { detail } = withDelivery('client', { status: 'ready', gate }, 'pending_review')
  expect(detail).toMatch(/^The agreed point is met\. /)
})

test('a day that is not over, or has just passed, is counted as neither 0 nor 1', () => {
  expect(step('vendor', { deliveryDate: inDays(0.3) }).detail).toContain('in less than a day')
  const { detail } = step('vendor', { deliveryDate: inDays(-0.3) })
  expect(detail).toMatch(/^It was due Nov 23, 2026\. /)
})

test('escrow that holds nothing is neither frozen nor given back', () => {
  expect(step('client', { status: 'disputed', heldCents: 0n }).sentence).not.toMatch(/\$0|frozen/)
  expect(step('client', { status: 'cancelled' }).detail).toBe(
    'Escrow holds nothing for it any more.',
  )
})

test('a late delivery says for how long', () => {
  expect(step('vendor', { deliveryDate: inDays(-3) }).detail).toContain('3 days ago')
})

test('no side reads of the fee or the bank of the other one', () => {
  for (const status of contractStatuses) {
    const { sentence, detail } = step('vendor', { status })
    expect(`${sentence} ${detail}`).not.toMatch(/fee|462/)
  }
})
