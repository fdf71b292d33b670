/** Changes of terms are proposed, flagged, answered and taken back in Messages. */
import { consentStatements, type TermChange } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { type Answers, fakeApi, refuse } from '@testing/fake-api.ts'
import { expectAddress, settled } from '@testing/interactions.ts'
import { agreementOf, dprList } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Proposal = Sketch<OutputOf<'negotiation.propose'>>
type Terms = NonNullable<Sketch<OutputOf<'negotiation.terms'>>>

const conversationId = uuid(700)
const proposalId = uuid(50)
/** Names the agreement with the changes. */
const agreementSha256 = `${'0'.repeat(63)}2`
const supplier = 'Meridian Synthetics'
const conversation = {
  id: conversationId,
  side: 'client' as const,
  offerId: 'OFF-3001',
  counterpart: { name: supplier, type: 'vendor' as const },
}
const values = {
  priceCents: 18_500_00n,
  timelineDays: 10,
  dataFormats: ['csv' as const],
  minAccuracyPercent: 95,
}
const longer: TermChange = { field: 'timeline', from: 10, to: 16 }

/** Answers one conversation with these terms, in which one proposal was made, if any. */
function talk(proposal: Proposal | null, terms: Terms = {}): Answers {
  const own = proposal?.isOwn ?? false
  const isPending = proposal?.status === 'pending'
  return {
    ...dprList,
    'negotiation.get': conversation,
    'negotiation.list': { items: [conversation] },
    'negotiation.markRead': undefined,
    'offers.listReceived': { items: [] },
    'negotiation.termHistory': { items: [] },
    'negotiation.messages': {
      items: proposal
        ? [
            {
              id: uuid(2),
              type: 'contract_update',
              isOwn: own,
              senderName: supplier,
              proposal: { id: proposalId, offerId: 'OFF-3001', agreementSha256, ...proposal },
            },
          ]
        : [],
    },
    'negotiation.terms': {
      offerId: 'OFF-3001',
      revision: 1,
      values,
      requirements: { budgetMaxCents: 25_000_00n, timelineDays: 14, deliveryFormat: 'csv' },
      pendingProposalId: isPending ? proposalId : null,
      pendingIsOwn: isPending && own,
      pendingChanges: isPending ? (proposal?.changes as TermChange[]) : [],
      canPropose: true,
      ...terms,
    },
  }
}

const open = async (answers: Answers) =>
  await renderPage(`/manage-dprs?messages=${conversationId}`, { viewer: client, answers })
const received: Proposal = { status: 'pending', changes: [longer], proposed: { timelineDays: 16 } }
const own: Proposal = { ...received, isOwn: true }
const card = (name = supplier) =>
  page.getByRole('region', { name: `${name} proposed 1 change`, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const terms = () => page.getByRole('complementary', { name: 'Current Terms' })
const dialog = () => page.getByRole('dialog', { name: 'Propose Contract Changes' })
const proposed = (label: string) => dialog().getByLabelText(`Proposed ${label}`)
const send = () => dialog().getByRole('button', { name: 'Send Proposal' })

/** The value of a term as it stands in Current Terms. */
const termText = (label: string) =>
  [...terms().element().querySelectorAll('dl > div')]
    .find((row) => row.querySelector('dt')?.textContent?.startsWith(label))
    ?.querySelector('dd > span')?.textContent

test('a proposal of the other party is flagged, and approved it becomes the term', async () => {
  const flags = { timeline: "2 days over the request's deadline" }
  const api = await open(talk({ ...received, flags }))
  await expect.element(card().getByText(flags.timeline)).toBeVisible()
  await expect.element(card().getByText('Only your side can approve')).toBeVisible()
  await expect.element(card().getByText(consentStatements.approve)).toBeVisible()
  api.answer({ 'offers.agreement': agreementOf(2) })
  await card().getByRole('button', { name: 'Read the agreement' }).click()
  const read = page.getByRole('dialog', { name: 'Agreement with the changes' })
  await expect.element(read.getByText(agreementSha256)).toBeVisible()
  await read.getByRole('button', { name: 'Close' }).click()
  const agreed = talk(
    { ...received, status: 'approved' },
    { values: { ...values, timelineDays: 16 } },
  )
  api.answer({ ...agreed, 'negotiation.approve': { status: 'approved' } })
  await button('Approve').click()
  await expect.element(card().getByText('Agreed')).toBeVisible()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  await expect.poll(() => termText('Delivery Timeline')).toBe('16 days')
  await expect.element(terms().getByText('10 of 10 terms agreed')).toBeVisible()
  expect(api.calls('negotiation.approve')).toEqual([{ proposalId, agreementSha256 }])
})

test('from agreed terms a client accepts and goes on to the payment', async () => {
  const priced = { id: 'OFF-3001', revision: 2, priceCents: 18_500_00n, timelineDays: 16 }
  const api = await open({
    ...talk(
      { ...received, status: 'approved' },
      { offerStatus: 'pending', revision: 2, values: { ...values, timelineDays: 16 } },
    ),
    'offers.listReceived': { items: [{ ...priced, vendor: { name: supplier } }] },
    'offers.agreement': agreementOf(2),
  })
  await terms().getByRole('button', { name: 'Accept and pay' }).click()
  const accept = page.getByRole('alertdialog')
  await expect.element(accept.getByText('Delivered in 16 days')).toBeVisible()
  api.answer({ 'offers.accept': {} })
  await accept.getByRole('button', { name: 'Accept Offer' }).click()
  await expectAddress('/payment/OFF-3001')
  expect(api.calls('offers.accept')).toEqual([
    { offerId: 'OFF-3001', revision: 2, agreementSha256 },
  ])
})

test('while a change waits for an answer there is nothing to accept', {
  tags: 'long',
}, async () => {
  await open({
    ...talk(received, { offerStatus: 'pending' }),
    'offers.listReceived': { items: [{ id: 'OFF-3001', revision: 1 }] },
  })
  await expect.element(card().getByText('Only your side can approve')).toBeVisible()
  expect(page.getByRole('button', { name: 'Accept and pay' }).elements()).toEqual([])
})

test('who proposed waits for the answer, cannot give it, and takes the proposal back', async () => {
  const api = await open(talk(own))
  const mine = card('You')
  await expect.element(mine.getByText(`Waiting for ${supplier}`)).toBeVisible()
  await expect.element(mine.getByText('Pending')).toBeVisible()
  for (const name of ['Approve', 'Reject', 'Counter'])
    await expect.element(button(name)).not.toBeInTheDocument()
  api.answer({ ...talk({ ...own, status: 'withdrawn' }), 'negotiation.withdraw': {} })
  await button('Withdraw').click()
  await expect.element(mine.getByText('Withdrawn')).toBeVisible()
  await expect.element(mine.getByRole('button')).not.toBeInTheDocument()
  expect(api.calls('negotiation.withdraw')).toEqual([{ proposalId }])
})

test('a rejection takes its reason along, and the terms stay', async () => {
  const api = await open(talk(received))
  await button('Reject').click()
  const question = page.getByRole('alertdialog')
  await question.getByLabelText('Reason').fill('We need it sooner.')
  api.answer({ ...talk({ ...received, status: 'rejected' }), 'negotiation.reject': {} })
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect.element(card().getByText('Rejected')).toBeVisible()
  await expect.poll(() => termText('Delivery Timeline')).toBe('10 days')
  expect(api.calls('negotiation.reject')).toEqual([{ proposalId, reason: 'We need it sooner.' }])
})

test('the proposer sees a rejection with its reason as soon as it is made', {
  tags: 'long',
}, async () => {
  const api = await open(talk(own))
  const mine = card('You')
  await expect.element(mine.getByText('Pending')).toBeVisible()
  api.answer(talk({ ...own, status: 'rejected', reason: 'Our budget is spent.' }))
  await api.emit({ topic: 'terms.changed', conversationId, offerId: 'OFF-3001' })
  await expect.element(mine.getByText('Rejected')).toBeVisible()
  await expect.element(mine.getByText('Reason: Our budget is spent.')).toBeVisible()
})

test('a counter begins with the proposed values and answers the proposal', async () => {
  const price: TermChange = { field: 'price', from: '1850000', to: '1900000' }
  const raised = { ...received, changes: [price], proposed: { priceCents: 19_000_00n } }
  const api = await open(talk(raised))
  await expect.element(card().getByText('$19,000')).toBeVisible()
  await button('Counter').click()
  await expect.element(proposed('Total Price')).toHaveValue('19,000')
  await proposed('Total Price').fill('18,800')
  api.answer({ ...talk({ ...raised, status: 'countered' }), 'negotiation.propose': {} })
  await send().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(card().getByText('Countered')).toBeVisible()
  expect(api.calls('negotiation.propose')).toMatchObject([
    { conversationId, revision: 1, counters: proposalId, changes: { priceCents: 18_800_00n } },
  ])
})

test('an automatic answer is marked, and either party can ask for a person', async () => {
  const api = await open(talk({ ...received, isAutomatic: true, byName: supplier }))
  await expect.element(card().getByText('Automatic', { exact: true })).toBeVisible()
  await expect.element(card().getByText(`Answered by rules of ${supplier}.`)).toBeVisible()
  await button('Ask for a person').click()
  api.answer({
    ...talk(received, { answeringEndedAt: new Date(), offerStatus: 'pending' }),
    'answering.endInConversation': undefined,
  })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave it to people' }).click()
  await expect.element(terms().getByText('people alone answer in this conversation')).toBeVisible()
  expect(api.calls('answering.endInConversation')).toEqual([{ conversationId }])
})

test('terms that changed meanwhile are shown, and what was typed is kept', {
  tags: 'long',
}, async () => {
  const api = await open(talk(null))
  await button('Propose Contract Changes').click()
  await send().click()
  await settled()
  await expect.element(dialog(), { message: 'nothing to send does nothing' }).toBeVisible()
  expect(api.calls('negotiation.propose')).toEqual([])
  const timeline = proposed('Delivery Timeline')
  await timeline.fill('16')
  await expect.element(dialog().getByText('2 days over the request')).toBeVisible()
  await expect.element(dialog().getByText('1 change', { exact: true })).toBeVisible()
  const newer = talk(null, { revision: 2, values: { ...values, minAccuracyPercent: 97 } })
  fakeApi({ ...newer, 'negotiation.propose': refuse('terms_changed') })
  await send().click()
  await expect.element(dialog().getByText('The terms have changed in the meantime.')).toBeVisible()
  await expect.element(dialog().getByText('97%')).toBeVisible()
  await expect.element(timeline).toHaveValue('16')
  api.answer({ 'negotiation.propose': {} })
  await send().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(api.calls('negotiation.propose')).toMatchObject([
    { revision: 1, changes: { timelineDays: 16 } },
    { revision: 2, changes: { timelineDays: 16 } },
  ])
})
