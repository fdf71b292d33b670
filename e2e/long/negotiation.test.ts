/** A client and a vendor negotiate at two browsers, and each sees what the other does without reloading. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { usePeople } from '../support/browser.ts'
import { newTalk } from '../support/parties.ts'

const people = usePeople()

test('a proposal is countered, the counter is approved, and both see the new terms', async () => {
  const { buyer, supplier, client, vendor, conversationId } = await newTalk(people)
  await client.page.goto(`/client-dashboard?messages=${conversationId}`)
  await vendor.page.goto(`/vendor-dashboard?messages=${conversationId}`)
  await vendor.page.getByRole('button', { name: 'Propose Contract Changes' }).click()
  await propose(vendor.page, '19,000')
  const card = change(client.page, `${supplier.company} proposed 1 change`)
  await card.getByText('$19,000').waitFor()
  await card.getByRole('button', { name: 'Counter' }).click()
  await propose(client.page, '18,800')
  const own = change(vendor.page, 'Your Company proposed 1 change')
  await own.getByText('Countered').waitFor()
  await change(vendor.page, `${buyer.company} proposed 1 change`)
    .getByRole('button', { name: 'Approve' })
    .click()
  for (const { page } of [client, vendor]) await expect.poll(() => priceText(page)).toBe('$18,800')
  people.expectNoConsoleErrors()
})

const change = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The price as it stands in Current Terms. */
const priceText = async (page: Page) =>
  (
    await page
      .getByRole('complementary', { name: 'Current Terms' })
      .locator('dl > div')
      .filter({ hasText: 'Total Price' })
      .locator('dd > span')
      .first()
      .textContent()
  )?.trim()

async function propose(page: Page, price: string) {
  const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
  await dialog.getByLabel('Proposed Total Price').fill(price)
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await dialog.waitFor({ state: 'detached' })
}
