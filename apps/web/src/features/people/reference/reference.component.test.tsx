/** Tests that the reference opens, finds and links operations, on a desk and on a phone. */
import { expectSound } from '@testing/expect-sound.ts'
import { fakeApi } from '@testing/fake-api.ts'
import { phone, renderPage } from '@testing/render.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import description from '../../../../../../docs/openapi.json'

const open = async (address: string, around = {}) => {
  fakeApi().answerHttp({ 'GET /api/openapi.json': () => Response.json(description) })
  await renderPage(address, around)
}

test('a visitor searches for an operation, opens it and sees what it takes, refuses and looks like', {
  tags: 'long',
}, async () => {
  await open('/developers?tab=reference&q=offers')
  await page.getByRole('searchbox', { name: 'Search operations' }).fill('pending offer change')
  await expect.element(page.getByRole('status')).toHaveTextContent('1 operation')
  await page.getByRole('button', { name: /^PUT \/offers\/\{offerId\}/ }).click()
  await expect.element(page.getByText('offers:write')).toBeVisible()
  await expect.element(page.getByText('1 to 365')).toBeVisible()
  await expect.element(page.getByText(/offer_changed/).first()).toBeVisible()
  await expect.element(page.getByText(/curl -X PUT/)).toBeVisible()
  await page.getByRole('tab', { name: 'TypeScript' }).click()
  await expect.element(page.getByText(/await client\.api\.offers\.edit/)).toBeVisible()
  await expectSound()
})

test('an address with the name of an operation opens it, on a phone within its width', async () => {
  await open('/developers?tab=reference&q=offers#offers.edit', phone)
  await expect.element(page.getByText(/curl -X PUT/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'offers.edit' })).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
})
