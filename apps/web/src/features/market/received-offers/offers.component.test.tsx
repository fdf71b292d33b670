import { consentStatements, errors } from '@semblance/contract'
import { refuse } from '@testing/fake-api.ts'
import { expectAddress, expectToast } from '@testing/interactions.ts'
import { receivedOffers } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

/** Names the agreement of revision 2. */
const agreementSha256 = `${'0'.repeat(63)}2`

test('an acceptance after one in another tab says that the offer has been decided', async () => {
  const api = await renderPage('/vendor-offers/DPR-1001', {
    viewer: client,
    answers: receivedOffers({ id: 'OFF-3001', revision: 2 }),
  })
  await page.getByRole('button', { name: 'Accept Offer' }).click()
  api.answer({ 'offers.accept': refuse('offer_decided') })
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Accept Offer' }).click()
  await expectToast('Offer not accepted', errors.offer_decided.message)
  expect(api.calls('offers.accept')).toEqual([
    { offerId: 'OFF-3001', revision: 2, agreementSha256 },
  ])
})

const two = receivedOffers(
  { distinctions: ['lowest_price'] },
  { vendor: { name: 'Harbor Data' }, priceCents: 27_000_00n },
)
const path = '/vendor-offers/DPR-1001'

test('two offers stand side by side, and what differs is marked', async () => {
  await renderPage(path, { viewer: client, answers: two })
  await page.getByRole('radio', { name: 'Side by side' }).click()
  await expectAddress(`${path}?view=compare`)
  const table = page.getByRole('region', { name: 'Offers side by side' })
  for (const name of ['Meridian Synthetics', 'Harbor Data'])
    await expect.element(table.getByRole('columnheader', { name })).toBeVisible()
  const price = table.getByRole('row', { name: /^Total Price/ })
  for (const shown of ['$18,500', '$27,000', 'Differs', 'Lowest price'])
    await expect.element(price.getByText(shown, { exact: true })).toBeVisible()
  const timeline = table.getByRole('rowheader', { name: /^Delivery Timeline/ })
  await expect.element(timeline).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only what differs' }).click()
  await expect.element(timeline).not.toBeInTheDocument()
  await expect.element(price).toBeVisible()
})

test('an offer is rejected with a reason, which is shown with it', async () => {
  const api = await renderPage(path, { viewer: client, answers: two })
  const card = page.getByRole('article', { name: 'Harbor Data' })
  await card.getByRole('button', { name: 'Reject Offer' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/Reason/).fill('Beyond our budget.')
  const rejected = {
    id: 'OFF-3002',
    vendor: { name: 'Harbor Data' },
    status: 'rejected' as const,
    rejectedAs: 'declined' as const,
    rejectReason: 'Beyond our budget.',
  }
  api.answer({
    'offers.reject': undefined,
    'offers.listReceived': ({ closed }) => ({ items: closed ? [rejected] : [] }),
  })
  await dialog.getByRole('button', { name: 'Reject Offer' }).click()
  await expectToast(
    'Offer Rejected',
    'A message has been sent to Harbor Data notifying them of the rejection.',
  )
  await expect.element(page.getByText('Reason: Beyond our budget.')).toBeVisible()
  expect(api.calls('offers.reject')).toEqual([
    { offerId: 'OFF-3002', reason: 'Beyond our budget.' },
  ])
})

test('an edited offer says what changed, and the new revision is the one accepted', async () => {
  const api = await renderPage(path, { viewer: client, answers: receivedOffers({}) })
  const card = page.getByRole('article', { name: 'Meridian Synthetics' })
  await expect.element(card).toBeVisible()
  const edited = receivedOffers({
    revision: 2,
    feeBps: 250,
    priceCents: 19_250_00n,
    timelineDays: 7,
    changes: [
      { field: 'price', from: '1850000', to: '1925000' },
      { field: 'timeline', from: 10, to: 7 },
    ],
  })
  api.answer({ ...edited, 'offers.accept': {}, 'payments.checkout': refuse('not_found') })
  await api.emit({ topic: 'offer.changed', id: 'OFF-3001' })
  await expect.element(card.getByText('Changed since you last looked')).toBeVisible()
  await card.getByRole('button', { name: 'Accept Offer' }).click()
  const dialog = page.getByRole('alertdialog')
  for (const shown of ['$18,500', 'now $19,250', '10 days', 'now 7 days'])
    await expect.element(dialog.getByText(shown, { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('$19,731.25')).toBeVisible()
  await dialog.getByRole('button', { name: 'Accept Offer' }).click()
  await expectAddress('/payment/OFF-3001')
  expect(api.calls('offers.accept')).toEqual([
    { offerId: 'OFF-3001', revision: 2, agreementSha256 },
  ])
})

test('an offer is accepted below the agreement, whose hash goes with the consent', async () => {
  const api = await renderPage('/vendor-offers/DPR-1001', {
    viewer: client,
    answers: receivedOffers({ id: 'OFF-3001', revision: 2 }),
  })
  await page.getByRole('button', { name: 'Accept Offer' }).click()
  const dialog = page.getByRole('alertdialog')
  const text = dialog.getByRole('region', { name: 'Agreement' })
  for (const shown of ['Meridian Synthetics', '$18,000', 'Review period', '14 days'])
    await expect.element(text.getByText(shown, { exact: true })).toBeInTheDocument()
  await expect.element(dialog.getByText(agreementSha256)).toBeInTheDocument()
  await expect.element(dialog.getByText(consentStatements.accept)).toBeInTheDocument()
  api.answer({ 'offers.accept': refuse('document_changed') })
  await dialog.getByRole('button', { name: 'Accept Offer' }).click()
  await expectToast('Offer not accepted', errors.document_changed.message)
  expect(api.calls('offers.accept')).toEqual([
    { offerId: 'OFF-3001', revision: 2, agreementSha256 },
  ])
})

test('an offer from before consents were recorded is accepted, and the dialog says so', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/vendor-offers/DPR-1001', {
    viewer: client,
    answers: { ...receivedOffers({}), 'offers.agreement': null, 'offers.accept': {} },
  })
  api.answer({ 'payments.checkout': refuse('not_found') })
  await page.getByRole('button', { name: 'Accept Offer' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/consents to it are not recorded/)).toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Accept Offer' }).click()
  await expectAddress('/payment/OFF-3001')
  expect(api.calls('offers.accept')).toEqual([{ offerId: 'OFF-3001', revision: 1 }])
})
