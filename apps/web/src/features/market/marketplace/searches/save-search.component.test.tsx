import { expectAddress, expectRefusal, expectToast, settled } from '@testing/interactions.ts'
import { marketPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a search is not saved without a name', async () => {
  const api = await renderPage('/marketplace?category=finance', {
    viewer: vendor,
    answers: marketPage,
  })
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
  await expectRefusal(page.getByRole('textbox', { name: 'Name' }), 'Name is required')
  expect(api.calls('market.saveSearch')).toEqual([])
})

test('a search takes its words for its name, is saved under another, and is run from the list', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/marketplace', { viewer: vendor, answers: marketPage })
  await page.getByRole('searchbox', { name: 'Search DPRs' }).fill('harbor')
  await expectAddress('/marketplace?search=harbor')
  await settled()
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveValue('harbor')
  await name.fill('Port traffic')
  const saved = { name: 'Port traffic', search: 'harbor', alerts: true }
  api.answer({ 'market.saveSearch': saved, 'market.savedSearches': { items: [saved] } })
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expectToast('Search saved', 'You will hear of new DPRs for “Port traffic”.')
  expect(api.calls('market.saveSearch')).toMatchObject([saved])

  await renderPage('/marketplace', {
    viewer: vendor,
    answers: {
      'market.browse': ({ search }) => ({ items: search === 'harbor' ? [{ title: 'Tides' }] : [] }),
    },
  })
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Port traffic' }).click()
  await expectAddress('/marketplace?search=harbor')
  await expect.element(page.getByRole('heading', { name: 'Tides' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
