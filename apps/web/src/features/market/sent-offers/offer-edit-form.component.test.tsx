import { consentStatements, errors } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { fakeApi } from '@testing/fake-api.ts'
import { choose, expectAddress, expectRefusal, expectToast } from '@testing/interactions.ts'
import { sentOfferPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/edit-offer/OFF-3001'
const price = () => page.getByLabelText(/^Price/)
const box = (name: string | RegExp) => page.getByRole('textbox', { name }).first()
const save = () => page.getByRole('button', { name: 'Save Changes' })

test('an edited offer with gaps and too long a timeline keeps what was typed and the old terms', {
  tags: 'long',
}, async () => {
  const api = await renderPage(path, { viewer: vendor, answers: sentOfferPage() })
  await price().fill('a lot')
  await box('Deliverable 1').fill('')
  await page.getByLabelText('Timeline', { exact: true }).fill('400')
  await save().click()
  await expectRefusal(box(/^Price/), 'Enter an amount in dollars, such as 18,500')
  await expectRefusal(box('Deliverable 1'), 'Deliverable is required')
  await price().fill('17,000')
  await box('Deliverable 1').fill('Twin')
  await save().click()
  await expect.element(page.getByText('At most 365 days')).toBeVisible()
  await expect.element(price()).toHaveValue('17,000')
  expect(api.calls('offers.edit')).toEqual([])
  await expect.element(page.getByText(consentStatements.edit)).toBeVisible()
  await page.getByLabelText('Timeline', { exact: true }).fill('10')
  api.answer({ 'offers.edit': { revision: 2 } })
  await save().click()
  await expectAddress('/offer-details/OFF-3001')
  expect(api.calls('offers.edit')).toMatchObject([
    { offerId: 'OFF-3001', revision: 1, priceCents: 17_000_00n, timeline: 10 },
  ])
})

test('an offer is edited: in weeks, with deliverables of which one always stays', async () => {
  await renderPage('/offer-details/OFF-3001', { viewer: vendor, answers: sentOfferPage() })
  await page.getByRole('link', { name: 'Edit Offer' }).click()
  await expectAddress(path)
  await page.getByLabelText('Timeline', { exact: true }).fill('2')
  await choose('Timeline unit', 'Weeks')
  const remove = page.getByRole('button', { name: /^Remove deliverable/ })
  await expect.element(box('Deliverable 1')).toHaveValue('Table')
  await expect.element(remove).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add Deliverable' }).click()
  await box('Deliverable 2').fill('Data dictionary')
  await page.getByRole('button', { name: 'Remove deliverable 1' }).click()
  await expect.element(box('Deliverable 1')).toHaveValue('Data dictionary')
  await expect.element(remove).not.toBeInTheDocument()
  const revised = sentOfferPage({
    revision: 2,
    timelineDays: 14,
    deliverables: ['Data dictionary'],
    revisions: [{ revision: 2, isOwn: true }],
  })
  const api = fakeApi({ ...revised, 'offers.edit': { revision: 2 } })
  await save().click()
  await expectToast(
    'Offer Updated',
    'Your offer has been successfully updated and resubmitted for review.',
  )
  await expectAddress('/offer-details/OFF-3001')
  await expect.element(page.getByText('Revision 2 by you')).toBeVisible()
  expect(api.calls('offers.edit')).toMatchObject([
    { revision: 1, timeline: 2, timelineUnit: 'weeks', deliverables: ['Data dictionary'] },
  ])
})

test('an offer that changes while it is being edited shows its newer terms beside what was typed', {
  tags: 'long',
}, async () => {
  const api = await renderPage(path, { viewer: vendor, answers: sentOfferPage() })
  await price().fill('17,000')
  const changes = [{ field: 'timeline' as const, from: 10, to: 12 }]
  const revisions = [{ revision: 2, changes }]
  api.answer(sentOfferPage({ revision: 2, timelineDays: 12, revisions }))
  await api.emit({ topic: 'offer.changed', id: 'OFF-3001' })
  const notice = page.getByRole('alert').filter({ hasText: 'changed while you were editing' })
  await expect.element(notice.getByText('now 12 days')).toBeVisible()
  await expect.element(save()).toBeDisabled()
  await notice.getByRole('button', { name: 'Keep What I Typed' }).click()
  await expect.element(save()).toBeEnabled()
  await expect.element(price()).toHaveValue('17,000')
  api.answer({ 'offers.edit': { revision: 3 } })
  await save().click()
  await expectAddress('/offer-details/OFF-3001')
  expect(api.calls('offers.edit')).toMatchObject([{ revision: 2, priceCents: 17_000_00n }])
})

test('a proposal under way closes the offer to changes', async () => {
  const pendingProposal = { id: uuid(1), isOwn: false }
  await renderPage(path, { viewer: vendor, answers: sentOfferPage({ pendingProposal }) })
  await expect.element(page.getByText(errors.proposal_pending.message)).toBeVisible()
})
