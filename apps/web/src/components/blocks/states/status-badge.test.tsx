import {
  adjustmentStates,
  applicationStatuses,
  contractStatuses,
  deliveryStatuses,
  disputeStatuses,
  dprStatuses,
  earningStatuses,
  jobStates,
  mailStates,
  marketLabelIds,
  membershipStates,
  moneyStatuses,
  offerRejections,
  offerStatuses,
  organizationStatuses,
  paymentStates,
  payoutStates,
  proposalStatuses,
  settlementStatuses,
  subscriptionStates,
  ticketStatuses,
  workStatuses,
} from '@semblance/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StatusBadge } from './status-badge.tsx'
import { isStatus, statusLabel, statusVariants } from './status-variants.ts'

it.each([
  ['adjustment', adjustmentStates],
  ['application', applicationStatuses],
  ['contract', contractStatuses],
  ['dispute', disputeStatuses],
  ['dpr', [...dprStatuses, 'draft']],
  ['earning', earningStatuses],
  ['job', jobStates],
  ['mail', mailStates],
  ['market', marketLabelIds],
  ['member', [...membershipStates, 'unconfirmed']],
  ['money', moneyStatuses],
  ['offer', [...offerStatuses, ...offerRejections]],
  ['organization', organizationStatuses],
  ['payment', paymentStates],
  ['payout', payoutStates],
  ['proposal', proposalStatuses],
  ['settlement', settlementStatuses],
  ['subscription', subscriptionStates],
  ['ticket', ticketStatuses],
  ['twin', deliveryStatuses],
  ['work', workStatuses],
] as const)(
  '%s has a label, a tone and an icon for each of its statuses, and no more',
  (domain, ids) => {
    expect(Object.keys(statusVariants[domain]).sort()).toEqual([...ids].sort())
  },
)

it('no status is labeled by its ID, and none without words', () => {
  const labels = Object.values(statusVariants).flatMap((variants) => Object.entries(variants))
  for (const [id, { label }] of labels) {
    expect(label).toMatch(/^[A-Z][A-Za-z ]+$/)
    expect(label).not.toBe(id)
  }
})

it('a badge shows the label in the tone of the status, with its icon', () => {
  const badge = renderToStaticMarkup(
    <StatusBadge domain="contract" status="synthetic_processing" />,
  )
  expect(badge).toContain('Synthetic Processing</span>')
  expect(badge).toContain('text-st-synth-fg')
  expect(badge).toContain('bg-st-synth-bg')
  expect(badge).toContain('<svg')
})

it('the same ID may read differently in another domain', () => {
  expect(statusLabel('payout', 'failed')).toBe('Pending')
  expect(statusLabel('payment', 'failed')).toBe('Failed')
})

it('a status of another domain is a type error, and none of this one', () => {
  // @ts-expect-error contracts are in progress, requests are not
  const badge = <StatusBadge domain="dpr" status="in_progress" />
  expect(() => renderToStaticMarkup(badge)).toThrow()
  expect(isStatus('dpr', 'in_progress')).toBe(false)
  expect(isStatus('contract', 'in_progress')).toBe(true)
})
