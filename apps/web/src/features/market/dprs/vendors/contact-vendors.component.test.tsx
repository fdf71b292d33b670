import { uuid } from '@testing/example.ts'
import { refuse } from '@testing/fake-api.ts'
import { expectToast } from '@testing/interactions.ts'
import { dprPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a vendor is found by name and invited, in the words of the client', {
  tags: 'long',
}, async () => {
  const vendor = { id: '01980000-0000-7000-8000-000000000050', name: 'Meridian Synthetics' }
  const api = await renderPage('/dpr-details/DPR-1001', {
    viewer: client,
    answers: {
      ...dprPage({ status: 'open' }),
      'companies.search': ({ search }) => ({ items: search === 'Meridian' ? [vendor] : [] }),
    },
  })
  await page.getByRole('button', { name: 'Contact Vendors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact vendors' })
  await dialog.getByRole('searchbox', { name: 'Search vendors by name' }).fill('Meridian')
  await dialog.getByRole('button', { name: 'Add a message to the invitations' }).click()
  await dialog.getByLabelText(/Message with the invitation/).fill('We liked your last twin.')
  api.answer({ 'dprs.invite': {}, 'dprs.invitations': { items: [{ vendor }] } })
  await dialog.getByRole('button', { name: 'Invite Meridian Synthetics' }).click()
  await expectToast('Vendor Invited', 'Meridian Synthetics has been notified.')
  const invited = dialog.getByRole('region', { name: 'Invited' })
  await expect.element(invited.getByText('Meridian Synthetics')).toBeVisible()
  expect(api.calls('dprs.invite')).toEqual([
    { dprId: 'DPR-1001', vendorId: vendor.id, message: 'We liked your last twin.' },
  ])
})

test('without offers the best matches are ticked, and invited at once; who cannot be is named', async () => {
  const suggested = ['Meridian', 'Tessera', 'Nagare', 'Cohort'].map((name, index) => ({
    vendor: { id: uuid(60 + index), name },
    reasons: index < 3 ? ['8 contracts completed in Finance, 8 on time.'] : [],
  }))
  const api = await renderPage('/dpr-details/DPR-1001', {
    viewer: client,
    answers: {
      ...dprPage({ status: 'awaiting_offers', offersCount: 0 }),
      'market.suggestVendors': { items: suggested },
    },
  })
  const invite = page.getByRole('region', { name: 'Invite vendors' })
  for (const [name, checked] of [
    ['Meridian', true],
    ['Cohort', false],
  ] as const)
    await expect
      .poll(() => invite.getByRole('checkbox', { name }).element().getAttribute('aria-checked'))
      .toBe(String(checked))
  await invite.getByRole('checkbox', { name: 'Nagare' }).click()
  api.answer({ 'dprs.invite': refuse('already_invited') })
  await invite.getByRole('button', { name: 'Invite 2 vendors' }).click()
  await expectToast('Tessera was not invited')
  api.answer({ 'dprs.invite': {} })
  await invite.getByRole('button', { name: 'Invite 2 vendors' }).click()
  await expectToast('Vendors Invited', '2 vendors have been notified.')
  const called = api.calls('dprs.invite').map(({ vendorId }) => vendorId)
  expect(called.slice(2)).toEqual(suggested.slice(0, 2).map(({ vendor }) => vendor.id))
})

test('a request with offers shows the cheapest on its budget, and asks nobody else', async () => {
  await renderPage('/dpr-details/DPR-1001', {
    viewer: client,
    answers: {
      ...dprPage({
        status: 'open',
        offersCount: 1,
        budgetMinCents: 15_000_00n,
        budgetMaxCents: 25_000_00n,
      }),
      'offers.listReceived': {
        items: [{ id: 'OFF-1', priceCents: 18_500_50n, vendor: { name: 'Meridian' } }],
      },
    },
  })
  const offers = page.getByRole('complementary', { name: 'Offers and questions' })
  await expect.element(offers.getByText('$18,500.50').first()).toBeVisible()
  const ruler = 'Budget $15K – $25K. Meridian $18,500.50.'
  await expect.element(offers.getByRole('img', { name: ruler })).toBeVisible()
  expect(page.getByText('Invite vendors').elements()).toEqual([])
})
