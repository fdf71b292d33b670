/** Parties of a dispute propose how to share the money, and answer each other's proposals. */
import { errors } from '@semblance/contract'
import { answer, claim, disputeAs, disputedContract, proposal } from '@testing/dispute-answers.ts'
import { refuse } from '@testing/fake-api.ts'
import { expectProblem, expectRefusal, expectToast } from '@testing/interactions.ts'
import { inDays } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Side = 'client' | 'vendor'

const path = '/contract-dispute/CTR-2001'
const disputeId = 'DSP-5001'
const answered = { answeredAt: inDays(0), statements: [claim, answer] }

const open = (side: Side, changes: Parameters<typeof disputeAs>[1] = {}) =>
  renderPage(path, {
    viewer: side === 'client' ? client : vendor,
    answers: disputedContract(side, changes),
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const confirmation = page.getByRole('alertdialog')
const confirm = (name: string) => confirmation.getByRole('button', { name }).click()
const amount = confirmation.getByLabelText('To the vendor ($)')

test('a proposal shows both shares with the fee, and takes nothing beyond what is frozen', {
  tags: 'long',
}, async () => {
  const api = await open('vendor', answered)
  await button('Propose Settlement').click()
  for (const [typed, problem] of [
    ['', 'Amount is required'],
    ['all', 'Enter an amount in dollars'],
    ['18,500.01', 'Enter an amount from $0.00 to $18,500.00'],
  ] as const) {
    await amount.fill(typed)
    await confirm('Send Proposal')
    await expectRefusal(amount, problem)
  }
  expect(api.calls('disputes.propose')).toEqual([])
  await amount.fill('16,000')
  // Back to the client, the fee on it, both together, and the fee on the vendor's part.
  for (const share of ['$2,500.00', '$62.50', '$2,562.50', '$400.00'])
    await expect.element(confirmation.getByText(share, { exact: true })).toBeVisible()
  api.answer({ 'disputes.propose': refuse('settlement_pending') })
  await confirm('Send Proposal')
  await expectProblem('Settlement not proposed', errors.settlement_pending.message)
  const settlements = [proposal('vendor', 16_000_00n, { isOwn: true })]
  const now = disputeAs('vendor', { ...answered, settlements })
  api.answer({ 'disputes.propose': now, 'disputes.list': { items: [now] } })
  await confirm('Send Proposal')
  await expectToast('Settlement Proposed')
  expect(api.calls('disputes.propose')[1]).toEqual({
    disputeId,
    toVendorCents: 16_000_00n,
    note: '',
  })
  await expect.element(button('Propose Settlement')).not.toBeInTheDocument()
  api.answer({
    'disputes.retract': now,
    'disputes.list': { items: [disputeAs('vendor', answered)] },
  })
  await button('Withdraw Proposal').click()
  await expectToast('Settlement Withdrawn')
  expect(api.calls('disputes.retract')).toEqual([{ settlementId: settlements[0]!.id }])
  await expect.element(button('Propose Settlement')).toBeVisible()
})

test('a proposal is countered by its name', async () => {
  const theirs = proposal('vendor', 16_000_00n)
  const api = await open('client', { ...answered, settlements: [theirs] })
  const list = page.getByRole('region', { name: 'Settlement proposals' })
  await expect.element(list.getByText('$16,000.00')).toBeVisible()
  await button('Counter').click()
  await amount.fill('9000')
  const now = disputeAs('client', {
    ...answered,
    settlements: [
      { ...theirs, status: 'countered' },
      proposal('client', 9_000_00n, { isOwn: true }),
    ],
  })
  api.answer({ 'disputes.propose': now, 'disputes.list': { items: [now] } })
  await confirm('Send Proposal')
  await expectToast('Settlement Proposed')
  expect(api.calls('disputes.propose')).toMatchObject([
    { toVendorCents: 9_000_00n, counters: theirs.id },
  ])
  await expect.element(list.getByText('Countered', { exact: true })).toBeVisible()
  for (const decided of ['Counter', 'Accept', 'Reject'])
    await expect.element(button(decided)).not.toBeInTheDocument()
})

test('a proposal is accepted to the cent or rejected, unless it was answered before', async () => {
  const settlements = [proposal('vendor', 16_000_00n, { feeReturnedCents: 62_50n })]
  const api = await open('client', { ...answered, settlements })
  api.answer({ 'disputes.reject': refuse('settlement_decided') })
  await button('Reject').click()
  await expectProblem('Settlement not rejected', errors.settlement_decided.message)
  await button('Accept').click()
  for (const share of ['$16,000.00', '$2,500.00', '$2,562.50'])
    await expect.element(confirmation.getByText(share, { exact: true })).toBeVisible()
  api.answer({ 'disputes.accept': refuse('stake_changed') })
  await confirm('Accept Settlement')
  await expectProblem('Settlement not accepted', errors.stake_changed.message)
  const agreed = disputeAs('client', {
    status: 'settled',
    settlements: [{ ...settlements[0], status: 'accepted' }],
    outcome: { toVendorCents: 16_000_00n },
  })
  api.answer({ 'disputes.accept': agreed, 'disputes.list': { items: [agreed] } })
  await confirm('Accept Settlement')
  await expectToast('Dispute Settled')
  expect(api.calls('disputes.accept')[1]).toEqual({ settlementId: settlements[0]!.id })
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await expect.element(outcome.getByText('Both parties agreed on this settlement.')).toBeVisible()
  await expect.element(button('Accept')).not.toBeInTheDocument()
})
