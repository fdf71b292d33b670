import type { ContractDetail, Delivery, Milestone, MoneyEvent } from '@semblance/contract'
import { expect, test } from 'vitest'
import { dealLine } from './deal-line.ts'

const at = (day: number) => new Date(2026, 10, day, 12)

const platform = (id: string, doneAt: Date | null): Milestone => ({
  id,
  kind: 'platform',
  title: id,
  description: null,
  status: doneAt ? 'completed' : 'pending',
  state: doneAt ? 'completed' : 'pending',
  date: doneAt,
  dueOn: null,
  addedBy: null,
})

const contract = {
  id: 'CTR-1',
  side: 'client',
  status: 'pending_review',
  clientName: 'Halden Retail',
  vendorName: 'Meridian Synthetics',
  vendorSlug: 'meridian',
  priceCents: 18_500_00n,
  heldCents: 18_500_00n,
  releasedCents: 0n,
  duePrice: null,
  reviewEndsAt: at(30),
  isReviewed: false,
  termHistory: [],
  milestones: [
    platform('funding', at(2)),
    platform('submission', at(8)),
    platform('validation', at(9)),
    platform('acceptance', null),
  ],
  events: [
    { id: 'd2', kind: 'delivered', title: 'Synthetic dataset delivered', at: at(9) },
    { id: 's2', kind: 'submitted', title: 'Original data submitted', at: at(8) },
    { id: 'c', kind: 'changes', title: 'Changes requested', at: at(6) },
    { id: 'd1', kind: 'delivered', title: 'Synthetic dataset delivered', at: at(5) },
    { id: 's1', kind: 'submitted', title: 'Original data submitted', at: at(4) },
    { id: 'funded', kind: 'funded', title: 'Funds placed in escrow', at: at(2) },
    { id: 'agreed', kind: 'agreed', title: 'Offer accepted, contract drawn up', at: at(1) },
  ],
} as unknown as ContractDetail

const paid = (change: Partial<MoneyEvent> = {}): MoneyEvent => ({
  id: 'paid',
  kind: 'funding',
  amountCents: 18_962_50n,
  status: 'escrow',
  date: at(2),
  method: 'ACH, First Bank ····6789',
  transactionId: 'PAY-1',
  failure: null,
  ...change,
})

const delivery = { status: 'ready', isMeasuredByVendor: false, gate: null } as unknown as Delivery

test('what happened stands by time and once, what is to come behind it', () => {
  const steps = dealLine({ contract, money: [paid()], delivery })
  expect(steps.map(({ id }) => id)).toEqual([
    'agreed',
    'funding',
    's1',
    'd1',
    'c',
    'submission',
    'validation',
    'acceptance',
    'review',
  ])
  expect(steps[1]).toMatchObject({ amount: '$18,962.50 in', detail: 'ACH, First Bank ····6789' })
  expect(steps[7]).toMatchObject({ amount: '$18,500.00 out', when: 'by Nov 30, 2026' })
})

test.each([
  [{}, 'The original arrived encrypted', "The original's key destroyed"],
  [{ isMeasuredByVendor: true }, /premises/, null],
  [
    { isConnected: true },
    "Read through the vendor's connection; no original was uploaded",
    'What the run had read was removed',
  ],
] as const)(
  'a delivery of %j says where its original was, and what became of it',
  (origin, submitted, ended) => {
    const steps = dealLine({ contract, money: [], delivery: { ...delivery, ...origin } })
    const detailOf = (id: string) => steps.find((step) => step.id === id)?.detail
    expect(detailOf('submission')).toMatch(submitted)
    expect(detailOf('validation')).toBe(ended)
  },
)

test('a sole agreed point is told of in the singular', () => {
  const gate = [{ id: 'records', pass: true }] as unknown as NonNullable<Delivery['gate']>
  const steps = dealLine({ contract, money: [], delivery: { ...delivery, gate } })
  const validation = steps.find(({ id }) => id === 'validation')
  expect(validation?.detail).toBe("The agreed point met; the original's key destroyed")
})

test('a payment that failed stands by itself, with why', () => {
  const failed = paid({ id: 'failed', status: 'failed', date: at(1), failure: 'No such account.' })
  const steps = dealLine({ contract, money: [paid(), failed], delivery })
  const found = steps.find(({ id }) => id === 'failed')
  expect(found).toMatchObject({ status: 'failed', detail: 'No such account.' })
})

test('the vendor reads who paid, and never from which bank', () => {
  const vendors = { ...contract, side: 'vendor' as const }
  const steps = dealLine({ contract: vendors, money: [paid({ method: 'ACH' })], delivery })
  expect(steps[1]?.detail).toBe('Paid by Halden Retail')
  expect(steps.at(-1)?.id).toBe('payout')
})

test('a release stands with the acceptance, and what nobody is to do on a cancelled contract does not', () => {
  const milestones = contract.milestones.map((one) => ({
    ...one,
    status: 'completed' as const,
    date: one.date ?? at(20),
  }))
  const release = paid({ id: 'r', kind: 'release', amountCents: 18_500_00n, date: at(20) })
  const done = dealLine({
    contract: { ...contract, status: 'completed', milestones },
    money: [release, paid()],
    delivery,
  })
  expect(done.find(({ id }) => id === 'acceptance')?.amount).toBe('$18,500.00 out')
  expect(done.some(({ id }) => id === 'r')).toBe(false)
  const cancelled = dealLine({
    contract: { ...contract, status: 'cancelled' },
    money: [],
    delivery,
  })
  expect(cancelled.every(({ status }) => status === 'completed')).toBe(true)
})
