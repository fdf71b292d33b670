/** A client and a vendor negotiate at two browsers, and each sees what the other does without reloading. */
import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import type { Member } from './support/deal-fixtures.ts'
import { newTalk } from './support/parties.ts'

const people = usePeople()

describe('two parties negotiate an offer', () => {
  let buyer: Member
  let supplier: Member
  let client: Person
  let vendor: Person
  let conversationId: string

  people.begin(async () => {
    ;({ buyer, supplier, client, vendor, conversationId } = await newTalk(people))
    await client.page.goto(`/client-dashboard?messages=${conversationId}`)
    await vendor.page.goto(`/vendor-dashboard?messages=${conversationId}`)
  })
  const chapter = people.story()

  chapter(
    'a proposal is flagged, only its recipient approves it, and both see the new terms',
    async () => {
      await propose(vendor.page, { 'Delivery Timeline': '16' }, async (dialog) => {
        await dialog.getByText('2 days over the request').waitFor()
        await dialog.getByText('1 change', { exact: true }).waitFor()
      })
      const card = change(client.page, `${supplier.company} proposed 1 change`)
      await card.getByText('2 days over the request').waitFor()
      await change(vendor.page, 'Your Company proposed 1 change')
        .getByText(/^Waiting for/)
        .waitFor()
      await vendor.settled()
      expect(await vendor.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
      await card.getByRole('button', { name: 'Approve' }).click()
      await card.getByText('Agreed').waitFor()
      for (const { page } of [client, vendor])
        await expect.poll(() => termText(page, 'Delivery Timeline')).toBe('16 days')
      await terms(vendor.page).getByText('6 of 6 terms agreed').waitFor()
      people.expectNoConsoleErrors()
    },
  )

  chapter('a rejection brings its reason to the proposer', async () => {
    await propose(vendor.page, { 'Total Price': '24,000' })
    const card = change(client.page, `${supplier.company} proposed 1 change`).last()
    await card.getByText('$24,000').waitFor()
    await card.getByRole('button', { name: 'Reject' }).click()
    const dialog = client.page.getByRole('alertdialog')
    await dialog.getByLabel('Reason').fill('Our budget is spent.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    const own = change(vendor.page, 'Your Company proposed 1 change').last()
    await own.getByText('Rejected').waitFor()
    await own.getByText('Reason: Our budget is spent.').waitFor()
    await expect.poll(() => termText(client.page, 'Total Price')).toBe('$18,500')
    people.expectNoConsoleErrors()
  })

  chapter('a counter begins with the proposed values and answers the proposal', async () => {
    await propose(vendor.page, { 'Total Price': '19,000' })
    const card = change(client.page, `${supplier.company} proposed 1 change`).last()
    await card.getByText('$19,000').waitFor()
    await card.getByRole('button', { name: 'Counter' }).click()
    const dialog = proposeDialog(client.page)
    const price = dialog.getByLabel('Proposed Total Price')
    await expect.poll(() => price.inputValue()).toBe('19,000')
    await price.fill('18,800')
    await dialog.getByRole('button', { name: 'Send Proposal' }).click()
    await dialog.waitFor({ state: 'detached' })
    await change(vendor.page, 'Your Company proposed 1 change')
      .last()
      .getByText('Countered')
      .waitFor()
    await change(vendor.page, `${buyer.company} proposed 1 change`)
      .getByRole('button', { name: 'Approve' })
      .click()
    for (const { page } of [client, vendor])
      await expect.poll(() => termText(page, 'Total Price')).toBe('$18,800')
    people.expectNoConsoleErrors()
  })

  chapter('a proposer takes a proposal back', async () => {
    await propose(client.page, { 'Sample Records': '500' })
    const received = change(vendor.page, `${buyer.company} proposed 1 change`).last()
    await received.getByText('Pending').waitFor()
    await client.page.getByRole('button', { name: 'Withdraw' }).click()
    await received.getByText('Withdrawn').waitFor()
    await expect.poll(() => received.getByRole('button').count()).toBe(0)
    people.expectNoConsoleErrors()
  })

  chapter('terms that changed meanwhile are shown, and what was typed is kept', async () => {
    const { page } = client
    client.allowConsoleErrors(/409/)
    const late = async (route: Route) => {
      await agreeOn({ minAccuracyPercent: 97 })
      await route.continue()
    }
    await page.route('**/negotiation/propose', late, { times: 1 })
    await page.getByRole('button', { name: 'Propose Contract Changes' }).click()
    const dialog = proposeDialog(page)
    await dialog.getByRole('button', { name: 'Send Proposal' }).click()
    await client.settled()
    expect(await dialog.isVisible(), 'nothing to send does nothing').toBe(true)
    await dialog.getByLabel('Proposed Delivery Timeline').fill('12')
    await dialog.getByRole('button', { name: 'Send Proposal' }).click()
    await dialog.getByText('The terms have changed in the meantime.').waitFor()
    await dialog.getByText('97%').waitFor()
    expect(await dialog.getByLabel('Proposed Delivery Timeline').inputValue()).toBe('12')
    await dialog.getByRole('button', { name: 'Send Proposal' }).click()
    await dialog.waitFor({ state: 'detached' })
    await change(vendor.page, `${buyer.company} proposed 1 change`)
      .last()
      .getByRole('button', { name: 'Approve' })
      .click()
    await expect.poll(() => termText(page, 'Delivery Timeline')).toBe('12 days')
    people.expectNoConsoleErrors()
  })

  /** Both by the API: the other browser did it. */
  async function agreeOn(changes: { minAccuracyPercent: number }) {
    const { revision } = (await supplier.api.negotiation.terms({ conversationId }))!
    const { id } = await supplier.api.negotiation.propose({ conversationId, revision, changes })
    await buyer.api.negotiation.approve({ proposalId: id })
  }
})

const change = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const terms = (page: Page) => page.getByRole('complementary', { name: 'Current Terms' })

/** The value of a term as it stands in Current Terms. */
const termText = async (page: Page, label: string) =>
  (
    await terms(page)
      .locator('dl > div')
      .filter({ hasText: label })
      .locator('dd > span')
      .first()
      .textContent({ timeout: 5000 })
  )?.trim()

const proposeDialog = (page: Page) => page.getByRole('dialog', { name: 'Propose Contract Changes' })

async function propose(
  page: Page,
  values: Record<string, string>,
  look?: (dialog: ReturnType<typeof proposeDialog>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Propose Contract Changes' }).click()
  const dialog = proposeDialog(page)
  for (const [label, value] of Object.entries(values))
    await dialog.getByLabel(`Proposed ${label}`).fill(value)
  await look?.(dialog)
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await dialog.waitFor({ state: 'detached' })
}
