/** A vendor sees how far twins are that are measured for listings. */
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a twin that was refused says why, and one that is made that it is drafted', async () => {
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
          },
          { id: crypto.randomUUID(), title: 'Visits', status: 'ready', reason: null },
        ],
      },
    },
  })
  await expect.element(page.getByText('No table was found.')).toBeVisible()
  await expect.element(page.getByText('Measured, and drafted as a listing')).toBeVisible()
})
