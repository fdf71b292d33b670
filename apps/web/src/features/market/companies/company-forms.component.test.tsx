import { expectRefusal, expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const stars = [0, 0, 0, 0, 0]
const company = {
  slug: 'meridian',
  name: 'Meridian Synthetics',
  country: 'US',
  isVendor: true,
  stars,
}
const review = { rating: 5, comment: 'As agreed.', project: 'Card transactions' }

test('a review wants stars and words, and is then published', async () => {
  const api = await renderPage('/contract-details/CTR-2001', {
    viewer: client,
    answers: {
      ...contractPage({ status: 'completed', vendorSlug: 'meridian' }),
      'companies.get': company,
      'companies.reviews': { items: [] },
      'companies.reviewable': { items: [{ contractId: 'CTR-2001' }] },
      'negotiation.list': { items: [] },
    },
  })
  await page.getByRole('link', { name: 'Write a Review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish Review' }).click()
  const noStars = dialog.getByText('Choose one to five stars', { exact: true }).last()
  await expect.element(noStars).toBeVisible()
  await expectRefusal(dialog.getByRole('textbox', { name: 'Comment' }), 'Comment is required')
  expect(api.calls('companies.review')).toEqual([])
  await dialog.getByRole('radio', { name: /^4 stars/ }).click()
  await dialog.getByLabelText('Comment').fill('Sound data, one round late.')
  const written = { ...review, rating: 4, comment: 'Sound data, one round late.' }
  api.answer({
    'companies.review': written,
    'companies.reviews': { items: [written] },
    'companies.reviewable': { items: [] },
  })
  await dialog.getByRole('button', { name: 'Publish Review' }).click()
  await expectToast('Review Published')
  await expect.element(page.getByText('Sound data, one round late.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Write a Review' })).not.toBeInTheDocument()
  expect(api.calls('companies.review')).toMatchObject([
    { contractId: 'CTR-2001', rating: 4, comment: 'Sound data, one round late.' },
  ])
})

test('a contract that has its review asks for no second one', async () => {
  await renderPage('/contract-details/CTR-2001', {
    viewer: client,
    answers: contractPage({ status: 'completed', vendorSlug: 'meridian', isReviewed: true }),
  })
  const download = page.getByRole('button', { name: 'Download Contract' })
  await expect.element(download).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Write a Review' })).not.toBeInTheDocument()
})

test('the answer to a review wants words', { tags: 'long' }, async () => {
  const api = await renderPage('/company-profile', {
    viewer: vendor,
    answers: {
      'companies.get': {
        ...company,
        isOwn: true,
        totalReviews: 1,
        rating: 5,
        stars: [1, 0, 0, 0, 0],
      },
      'companies.reviews': { items: [review] },
    },
  })
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByRole('button', { name: 'Publish Answer' }).click()
  await expectRefusal(page.getByRole('textbox', { name: 'Your answer' }), 'Reply is required')
  expect(api.calls('companies.reply')).toEqual([])
})

test('a company profile with a gap and a year to come is not saved', async () => {
  const api = await renderPage('/company-profile', {
    viewer: vendor,
    answers: {
      'companies.get': { ...company, isOwn: true, industry: 'finance', city: 'Boston' },
      'companies.reviews': { items: [] },
      'organizations.get': { industry: 'finance' },
    },
  })
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const founded = page.getByLabelText(/^Founded/)
  await page.getByLabelText(/^City/).fill('')
  await founded.fill('2999')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectRefusal(page.getByRole('textbox', { name: /^City/ }), 'City is required')
  await expectRefusal(founded, 'Enter a year that has begun')
  await expect.element(founded).toHaveValue('2999')
  expect(api.calls('organizations.update')).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
})

test('a vendor declares columns on its profile, and is told which line cannot be read', async () => {
  const api = await renderPage('/company-profile/meridian', {
    viewer: vendor,
    answers: {
      'companies.get': { ...company, isOwn: true, columns: [] },
      'companies.reviews': { items: [] },
      'scores.get': { total: null, parts: [] },
    },
  })
  await page.getByRole('button', { name: 'Declare columns' }).click()
  const columns = page.getByRole('textbox', { name: 'Columns' })
  await columns.fill('store_id\nprice: money')
  await page.getByRole('button', { name: 'Save columns' }).click()
  await expect.element(page.getByText(/“money” after price/)).toBeVisible()
  expect(api.calls('companies.declareColumns')).toEqual([])
  const declared = [
    { name: 'store_id', holds: null },
    { name: 'price', holds: 'number' as const },
  ]
  api.answer({
    'companies.declareColumns': { columns: declared },
    'companies.get': { ...company, isOwn: true, columns: declared },
  })
  await columns.fill('store_id\nprice: number')
  await page.getByRole('button', { name: 'Save columns' }).click()
  await expectToast('Columns Saved')
  await expect.element(page.getByText('store_id')).toBeVisible()
  expect(api.calls('companies.declareColumns')).toEqual([{ columns: declared }])
})
