import { phone, renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const estimate = {
  basis: 'category' as const,
  contracts: 14,
  vendors: 8,
  lowCents: 900_000n,
  highCents: 1_600_000n,
  lowDays: 8,
  highDays: 14,
  lowAnswerDays: 1,
  highAnswerDays: 4,
  since: new Date('2026-02-01T00:00:00Z'),
}

test('insights of clients say what a kind of request costs and when first offers come', async () => {
  const api = await renderPage('/client-insights?category=finance&level=high&columns=12', {
    viewer: client,
    answers: { 'estimates.price': estimate },
  })
  await expect.element(page.getByText('$9,000 – $16,000').first()).toBeVisible()
  await expect.element(page.getByText('Days to the first offer').first()).toBeVisible()
  // The estimate is of all privacy levels: no row of a table at one level shows it.
  await expect.element(page.getByText(/^Not enough organizations: .*Healthcare/)).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  expect(api.calls('estimates.price')).toContainEqual({
    category: 'finance',
    privacyLevel: 'high',
    columns: 12,
  })
  api.answer({ 'estimates.price': null })
  await page.getByRole('textbox', { name: 'Records' }).fill('50,000')
  await expect.element(page.getByText(/^Not enough organizations: too few/)).toBeVisible()
  expect(api.calls('estimates.price').at(-1)).toMatchObject({ records: 50_000 })
})

test('cards of phones name each value by the head of its column', async () => {
  await renderPage('/client-insights?category=finance&level=high', {
    ...phone,
    viewer: client,
    answers: { 'estimates.price': { ...estimate, basis: 'level' } },
  })
  const cards = page.getByRole('list', { name: 'Prices, days and first offers by category' })
  const card = cards.getByRole('listitem').first()
  for (const text of [/^Price: \$9,000/, /^Days to deliver: 8/, /^Contracts: 14/])
    await expect.element(card.getByText(text)).toBeVisible()
})
