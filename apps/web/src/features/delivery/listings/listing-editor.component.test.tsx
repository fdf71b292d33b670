import type { OwnListingDetail } from '@semblance/contract'
import { expectToast, settled } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const content: OwnListingDetail['content'] = {
  title: 'Card payments',
  category: 'finance',
  description: 'One row per payment of one month, of a bank in one country.',
  dictionary: [],
  options: [],
}

test('what is typed while a listing is saved stays, to be saved next', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/vendor-listings/LST-1/edit', {
    viewer: vendor,
    answers: {
      'listings.getOwn': { id: 'LST-1', status: 'draft', content },
      'listings.save': ({ title }) => ({
        id: 'LST-1',
        status: 'draft',
        content: { ...content, title },
      }),
    },
  })
  const title = page.getByLabelText('Title')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const answer = api.hold('listings.save')
  await title.fill('Card payments of May')
  await save.click()
  await expect.element(save).toBeDisabled()
  await title.fill('Card payments of May 2026')
  answer()
  await expectToast('Saved')
  await settled()
  await expect.element(title).toHaveValue('Card payments of May 2026')
  await expect.element(save).toBeEnabled()
})
