/** Both parties of a dispute: what each reads and says, until staff decide. */
import { errors } from '@semblance/contract'
import { answer, claim, disputeAs, disputedContract, evidence } from '@testing/dispute-answers.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { refuse } from '@testing/fake-api.ts'
import {
  choose,
  closeToasts,
  downloadBy,
  expectProblem,
  expectRefusal,
  expectToast,
} from '@testing/interactions.ts'
import { contractPage, inDays } from '@testing/page-answers.ts'
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

test('the other party reads the claim and fetches its evidence', { tags: 'long' }, async () => {
  const api = await open('vendor')
  for (const fact of [
    '$18,500.00',
    'Accuracy or privacy is below what was agreed',
    'Answer due',
    'Half of the columns are constant.',
    'Partial refund of $8,000.00',
  ])
    await expect.element(page.getByText(fact).first()).toBeVisible()
  api.answer({ 'disputes.evidenceLink': refuse('not_found') })
  await button('Download columns.csv').click()
  await expectProblem('File not downloaded', errors.not_found.message)
  api.answer({ 'disputes.evidenceLink': { url: 'data:text/csv,column' } })
  const file = await downloadBy(() => button('Download columns.csv').click())
  expect(await file.text()).toBe('column')
  expect(api.calls('disputes.evidenceLink')[1]).toEqual({ evidenceId: evidence.id })
  await closeToasts()
  await expectSound()
})

test('the other party answers once, and adds statements after that', async () => {
  const api = await open('vendor')
  for (const notYet of ['Add Statement', 'Withdraw Dispute'])
    await expect.element(button(notYet)).not.toBeInTheDocument()
  await button('Answer').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await expectRefusal(dialog.getByLabelText('Your answer'), 'Statement is required')
  await dialog.getByLabelText('Your answer').fill('They vary as agreed.')
  await choose('You ask for', 'Release to the vendor')
  api.answer({ 'disputes.answer': refuse('dispute_ended') })
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await expectProblem('Answer not sent', errors.dispute_ended.message)
  const now = disputeAs('vendor', answered)
  api.answer({ 'disputes.answer': now, 'disputes.list': { items: [now] } })
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await expectToast('Answer Sent')
  expect(api.calls('disputes.answer')[1]).toEqual({
    disputeId,
    statement: 'They vary as agreed.',
    asks: 'release',
    refundCents: null,
    evidenceIds: [],
  })
  await expect.element(page.getByText('Agreement until')).toBeVisible()
  await expect.element(button('Answer')).not.toBeInTheDocument()
  await closeToasts()
  await button('Add Statement').click()
  await dialog.getByLabelText('Statement').fill('The log is attached.')
  api.answer({ 'disputes.addStatement': refuse('dispute_full') })
  await dialog.getByRole('button', { name: 'Add Statement' }).click()
  await expectProblem('Statement not added', errors.dispute_full.message)
  api.answer({ 'disputes.addStatement': now })
  await dialog.getByRole('button', { name: 'Add Statement' }).click()
  await expectToast('Statement Added')
  expect(api.calls('disputes.addStatement')).toHaveLength(2)
})

test('a dispute is handed to staff once, and can be settled until they decide', async () => {
  const api = await open('client', answered)
  await button('Ask Semblance to Decide').click()
  const now = disputeAs('client', { ...answered, status: 'escalated', escalatedAt: inDays(0) })
  api.answer({ 'disputes.escalate': now, 'disputes.list': { items: [now] } })
  await confirm('Hand Over')
  await expectToast('Handed to Semblance')
  expect(api.calls('disputes.escalate')).toEqual([{ disputeId }])
  await expect.element(page.getByText('With Semblance since')).toBeVisible()
  await expect.element(button('Ask Semblance to Decide')).not.toBeInTheDocument()
  await expect.element(button('Propose Settlement')).toBeVisible()
})

test('an action that comes too late says so, and shows how the dispute stands', {
  tags: 'long',
}, async () => {
  const api = await open('client', answered)
  await button('Ask Semblance to Decide').click()
  const now = disputeAs('client', { ...answered, status: 'escalated', escalatedAt: inDays(0) })
  api.answer({ 'disputes.escalate': refuse('dispute_ended'), 'disputes.list': { items: [now] } })
  await confirm('Hand Over')
  await expectProblem('Not handed over', errors.dispute_ended.message)
  await expect.element(page.getByText('With Semblance since')).toBeVisible()
})

test('who opened a dispute can withdraw it', async () => {
  const api = await open('client')
  await button('Withdraw Dispute').click()
  await expect.element(confirmation.getByText('$18,500.00 goes back into escrow')).toBeVisible()
  const withdrawn = disputeAs('client', { status: 'withdrawn', endedAt: inDays(0) })
  api.answer({ 'disputes.withdraw': withdrawn, 'disputes.list': { items: [withdrawn] } })
  await confirm('Withdraw Dispute')
  await expectToast('Dispute Withdrawn')
  expect(api.calls('disputes.withdraw')).toEqual([{ disputeId }])
  await expect.element(page.getByText('The dispute was withdrawn, and')).toBeVisible()
  await expect.element(button('Withdraw Dispute')).not.toBeInTheDocument()
})

test.each(['client', 'vendor'] as const)(
  'the %s reads the decision, its reasons and every share',
  { tags: 'scaled' },
  async (side) => {
    const reasons = 'Eleven of twenty columns are constant.'
    const ruled = disputeAs(side, {
      ...answered,
      status: 'ruled',
      endedAt: inDays(0),
      outcome: { toVendorCents: 10_500_00n, reasons },
    })
    await renderPage(path, {
      viewer: side === 'client' ? client : vendor,
      answers: {
        ...contractPage({ side, status: 'completed' }),
        'disputes.list': { items: [ruled] },
      },
    })
    const outcome = page.getByRole('region', { name: 'Outcome' })
    await expect.element(outcome.getByText('Semblance decided as follows.')).toBeVisible()
    await expect.element(outcome.getByText(reasons)).toBeVisible()
    for (const share of ['$10,500.00', '$8,000.00', '$200.00', '$8,200.00', '$262.50'])
      await expect.element(outcome.getByText(share, { exact: true })).toBeVisible()
    for (const over of ['Answer', 'Propose Settlement', 'Add Statement', 'Open a Dispute'])
      await expect.element(button(over)).not.toBeInTheDocument()
    if (side === 'client') await expectSound()
  },
)

test('a dispute whose payment the bank took back says that nothing is shared out', async () => {
  await open('vendor', { status: 'void', endedAt: inDays(0) })
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await expect.element(outcome.getByText(/bank took the payment back/)).toBeVisible()
  await expect.element(outcome.getByText('To the vendor')).not.toBeInTheDocument()
})
