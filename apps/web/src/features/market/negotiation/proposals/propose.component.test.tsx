import { consentStatements, defaultLicense } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { receivedOffers } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/vendor-offers/DPR-1001'
const conversationId = uuid(700)
const conversation = { id: conversationId, side: 'client' as const, offerId: 'OFF-3001' }

/** Answers what the dialog asks for on an offer with these terms. */
const proposable = (terms: object) => ({
  ...receivedOffers({ id: 'OFF-3001' }),
  'negotiation.open': conversation,
  'negotiation.get': conversation,
  'negotiation.list': { items: [conversation] },
  'negotiation.messages': { items: [] },
  'negotiation.termHistory': { items: [] },
  'negotiation.terms': { offerId: 'OFF-3001', revision: 1, canPropose: true, ...terms },
})

test('a proposal that cannot be read is not sent', { tags: 'long' }, async () => {
  const api = await renderPage(path, {
    viewer: client,
    answers: proposable({
      values: { priceCents: 18_500_00n, timelineDays: 10, dataFormats: ['csv'] },
      requirements: { timelineDays: 14 },
    }),
  })
  await page.getByRole('button', { name: 'Propose Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
  const timeline = dialog.getByLabelText('Proposed Delivery Timeline')
  const send = dialog.getByRole('button', { name: 'Send Proposal' })
  await timeline.fill('a fortnight')
  await send.click()
  await expect.element(dialog.getByText('Enter a whole number of days')).toBeVisible()
  await expect.element(timeline).toHaveValue('a fortnight')
  expect(api.calls('negotiation.propose')).toEqual([])
  await expect.element(dialog.getByText(consentStatements.propose)).toBeVisible()
  await timeline.fill('9')
  api.answer({ 'negotiation.propose': {} })
  await send.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.calls('negotiation.propose')).toMatchObject([
    { conversationId, revision: 1, changes: { timelineDays: 9 } },
  ])
})

test('a proposal under way keeps an offer from being accepted', async () => {
  const pendingProposal = { id: uuid(1), isOwn: true }
  await renderPage(path, { viewer: client, answers: receivedOffers({ pendingProposal }) })
  await expect.element(page.getByText('Your proposed changes wait for an answer.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Accept Offer' })).toBeDisabled()
})

test('a fixed price is proposed in place of one that follows the accuracy', {
  tags: 'long',
}, async () => {
  const values = { minAccuracyPercent: 90, targetAccuracyPercent: 95, floorPricePercent: 60 }
  const api = await renderPage(path, {
    viewer: client,
    answers: proposable({ values }),
  })
  await page.getByRole('button', { name: 'Propose Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
  await dialog.getByRole('checkbox', { name: /Fixed price/ }).click()
  await expect.element(dialog.getByLabelText('Proposed Lowest Price')).toBeDisabled()
  await expect.element(dialog.getByText('2 changes')).toBeVisible()
  api.answer({ 'negotiation.propose': {} })
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.calls('negotiation.propose')).toMatchObject([
    { changes: { targetAccuracyPercent: null, floorPricePercent: null } },
  ])
})

test('a license is changed part by part and proposed whole; what grants less is said', {
  tags: 'long',
}, async () => {
  const license = defaultLicense
  const api = await renderPage(path, {
    viewer: client,
    answers: proposable({ values: { license }, requirements: { license } }),
  })
  await page.getByRole('button', { name: 'Propose Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
  await dialog.getByRole('button', { name: 'Change the license' }).click()
  await expect.element(dialog.getByText('0 changes')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Internal analytics' }).click()
  await dialog.getByRole('checkbox', { name: /vendor is named/ }).click()
  await expect
    .element(
      dialog.getByText('Grants less than the request asks for: attribution', { exact: false }),
    )
    .toBeVisible()
  api.answer({ 'negotiation.propose': {} })
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.calls('negotiation.propose')).toMatchObject([
    { changes: { license: { ...license, purposes: ['use_case'], attribution: true } } },
  ])
})

test('another right to more rows is proposed whole, or taken away; half of one is refused', {
  tags: 'long',
}, async () => {
  const granted = { rows: 500, draws: 4 }
  const api = await renderPage(path, {
    viewer: client,
    answers: proposable({
      values: { moreRows: granted },
      requirements: { moreRows: granted },
    }),
  })
  await page.getByRole('button', { name: 'Propose Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
  await expect.element(dialog.getByText('Up to 500 rows, 4 times')).toBeVisible()
  await dialog.getByLabelText('Proposed rows of a draw').fill('800')
  await expect.element(dialog.getByText('Enter a number of draws')).toBeVisible()
  await dialog.getByLabelText('Proposed draws').fill('2')
  await expect
    .element(dialog.getByText('The request asks for: up to 500 rows, 4 times'))
    .toBeVisible()
  await dialog.getByRole('checkbox', { name: 'No rows beyond the delivery' }).click()
  await expect.element(dialog.getByLabelText('Proposed draws')).toBeDisabled()
  api.answer({ 'negotiation.propose': {} })
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.calls('negotiation.propose')).toMatchObject([{ changes: { moreRows: null } }])
})
