/** A vendor sees how far twins are that are measured for listings. */
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a twin that was refused says why, one that is made links to what it became, and each leads to its page', async () => {
  const [certificateId, twinId] = [crypto.randomUUID(), crypto.randomUUID()]
  await renderPage('/vendor-listings', {
    viewer: vendor,
    answers: {
      'listings.listOwn': { items: [] },
      'listings.listable': { items: [] },
      'listings.purchases': { items: [] },
      'subscriptions.list': { items: [] },
      'twins.list': {
        items: [
          {
            id: crypto.randomUUID(),
            title: 'Members',
            status: 'refused',
            reason: 'No table was found.',
            ...{ listingId: null, certificateId: null },
          },
          {
            ...{ id: crypto.randomUUID(), title: 'Visits', status: 'ready', reason: null },
            ...{ listingId: 'LST-1', certificateId },
          },
          {
            ...{ id: twinId, title: 'Stays', status: 'review', reason: null },
            ...{ listingId: null, certificateId: null },
          },
        ],
      },
    },
  })
  await expect.element(page.getByText('No table was found.')).toBeVisible()
  await expect.element(page.getByText('Measured', { exact: true })).toBeVisible()
  const linkTo = (name: string) => page.getByRole('link', { name })
  await expect
    .element(linkTo('Open its listing'))
    .toHaveAttribute('href', '/vendor-listings/LST-1/edit')
  await expect
    .element(linkTo('Open its certificate'))
    .toHaveAttribute('href', `/certificates/${certificateId}`)
  expect(linkTo('Open its').elements()).toHaveLength(2)
  await expect
    .element(linkTo('Stays'))
    .toHaveAttribute('href', `/vendor-listings/measure/${twinId}`)
})
