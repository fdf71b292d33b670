/** A client finds a listed twin in the catalog, and buys a copy under the license option that it chooses. */
import { errors, type LicenseTerms, licenseRedistributions } from '@semblance/contract'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { expectAddress, expectProblem, expectToast } from '@testing/interactions.ts'
import { receivedOffers } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Listing = Sketch<OutputOf<'listings.get'>>
const license = (redistribution: LicenseTerms['redistribution']): Sketch<LicenseTerms> => ({
  redistribution,
})
const [first, second] = licenseRedistributions

const listing = (changes: Listing = {}): Answers => ({
  'listings.get': {
    ...{ id: 'LST-401', revision: 3, title: 'Customers of four cities', isOwn: false },
    options: [
      { id: 'internal', name: 'Internal use', priceCents: 490_000n, license: license(first) },
      { id: 'products', name: 'In products', priceCents: 980_000n, license: license(second) },
    ],
    account: null,
    ...changes,
  },
})
const buyNow = page.getByRole('button', { name: 'Buy now into escrow' })
const dialog = page.getByRole('alertdialog')
const agree = () => dialog.getByRole('button', { name: 'Agree and continue to payment' }).click()

test('the chosen option says its price to the cent and what happens, and its purchase leads to the payment', async () => {
  const api = await renderPage('/catalog', {
    viewer: client,
    answers: {
      'listings.list': { items: [{ id: 'LST-401', title: 'Customers of four cities' }] },
      ...listing(),
    },
  })
  await page.getByRole('link', { name: 'Customers of four cities' }).click()
  await expectAddress('/catalog/LST-401')
  await page.getByRole('button', { name: /^In products: \$9,800\.00/ }).click()
  await buyNow.click()
  await expect.element(dialog.getByText('In products, revision 3')).toBeVisible()
  await expect.element(dialog.getByText('$9,800.00')).toBeVisible()
  await expect.element(dialog.getByText('$10,045.00')).toBeVisible()
  for (const step of [/authorize the payment into escrow/, /7 days to review/, /open a dispute/])
    await expect.element(dialog.getByText(step)).toBeVisible()
  expect(api.calls('listings.buy')).toEqual([])
  api.answer({
    'listings.buy': { dprId: 'DPR-7', offerId: 'OFF-7', contractId: 'CTR-7' },
    'payments.checkout': {},
    'stripe.standing': { provider: 'built_in' },
  })
  await agree()
  await expectAddress('/payment/OFF-7')
  expect(api.calls('listings.buy')).toEqual([
    { listingId: 'LST-401', revision: 3, optionId: 'products', priceCents: 980_000n },
  ])
})

test('a price that changed meanwhile is refused in words, and the page shows the new one', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/catalog/LST-401', { viewer: client, answers: listing() })
  await buyNow.click()
  await expect.element(dialog.getByText('$4,900.00')).toBeVisible()
  api.answer({
    'listings.buy': refuse('listing_changed'),
    ...listing({
      revision: 4,
      options: [
        { id: 'internal', name: 'Internal use', priceCents: 590_000n, license: license(first) },
      ],
    }),
  })
  await agree()
  await expectProblem('Nothing was bought', errors.listing_changed.message)
  await expect
    .element(page.getByRole('button', { name: /^Internal use: \$5,900\.00/ }))
    .toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectAddress('/catalog/LST-401')
})

test('a purchase above a limit leads to its offer, which waits for an approval', async () => {
  const api = await renderPage('/catalog/LST-401', { viewer: client, answers: listing() })
  api.answer({
    ...receivedOffers(),
    'listings.buy': { dprId: 'DPR-7', offerId: 'OFF-7', contractId: null },
  })
  await buyNow.click()
  await agree()
  await expectToast('Approval needed')
  await expectAddress('/vendor-offers/DPR-7')
})

test('a vendor is offered its own listing to edit, and nothing to buy', async () => {
  await renderPage('/catalog/LST-401', { viewer: vendor, answers: listing({ isOwn: true }) })
  await expect.element(page.getByRole('link', { name: 'Edit your listing' })).toBeVisible()
  expect(buyNow.elements()).toEqual([])
})
