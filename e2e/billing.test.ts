/** An organization sees its plan, gives it a bank account and takes it away; one whose bank refused sees why. */
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { readMail } from './mailbox.ts'
import { choose, downloadBy, fillSignIn, signIn, toast } from './steps.ts'
import { type Member, newMember } from './trade.ts'

const people = usePeople()
const url = inject('url')
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Payment Method' }).click()

describe('an organization', () => {
  let client: Member
  let here: Person
  people.begin(async () => {
    client = await newMember(url, 'client')
    here = await people.newPerson()
    await signIn(here, client)
  })
  const chapter = people.story()

  chapter('a new organization has the plan, with nothing to pay and nothing used', async () => {
    const { page } = here
    await page.goto('/client-dashboard')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Billing & Payments' }).click()
    await page.waitForURL('**/billing-payments')
    const plan = panel(page, 'Plan')
    await plan.getByText('Professional').waitFor()
    await plan.getByText('$29').waitFor()
    await plan.getByText('Nothing is charged before a payment method is on file').waitFor()
    const usage = panel(page, 'Usage')
    for (const amounts of ['0 of 100', '0 of 50', /^0 Bytes of 10 GB/])
      await usage.getByText(amounts).waitFor()
    await page.getByText('No payments yet').waitFor()
    people.expectNoComplaints()
  })

  chapter(
    'an administrator adds a bank account: what is missing is named, what was typed stays',
    async () => {
      const { page } = here
      await page.getByRole('button', { name: 'Add Payment Method' }).click()
      await save(page)
      await page.getByText('Account number is required').waitFor()
      await page.getByText('Authorize the debits to pay from this account').waitFor()
      await page.getByLabel('Account holder name').fill('Buyer Inc.')
      await page.getByLabel('Bank name').fill('First Bank')
      await page.getByLabel('Routing number').fill('12345')
      await page.getByLabel('Account number').fill('000123456789')
      await choose(page, 'Account type', 'Business checking')
      await page.getByLabel(/I authorize Semblance/).check()
      await save(page)
      await page.getByText('Enter the routing number, nine digits').waitFor()
      expect(await page.getByLabel('Account number').inputValue()).toBe('000123456789')
      await page.getByLabel('Routing number').fill('021000021')
      await save(page)
      await toast(page, 'Payment Method Saved').waitFor()
      await panel(page, 'Payment method').getByText('•••• 6789').waitFor()
      await panel(page, 'Plan').getByText('The next payment of $29 is taken on').waitFor()
      expect(await page.content()).not.toContain('000123456789')
      const { text } = await readMail(url, client.email, /^Payment method added/)
      expect(text).toContain('ending in 6789')
      people.expectNoComplaints()
    },
  )

  chapter('the plan is cancelled for the end of the period, and resumed', async () => {
    const { page } = here
    await page.getByRole('button', { name: 'Cancel Plan' }).click()
    await page.getByRole('button', { name: 'Cancel at Period End' }).click()
    await toast(page, 'Plan Cancelled').waitFor()
    await panel(page, 'Plan').getByText('Your plan ends on').waitFor()
    await page.getByRole('button', { name: 'Resume Plan' }).click()
    await toast(page, 'Plan Resumed').waitFor()
    await page.getByRole('button', { name: 'Cancel Plan' }).waitFor()
    people.expectNoComplaints()
  })

  chapter('the account is removed after a question', async () => {
    const { page } = here
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Remove Account' }).click()
    await toast(page, 'Payment Method Removed').waitFor()
    await page.getByText('No payment method is on file').waitFor()
    people.expectNoComplaints()
  })
})

/** At the sample vendor's, whose plan no other test touches. */
async function newVendor(): Promise<Page> {
  const vendor = await people.newPerson()
  await signIn(vendor, { email: 'vendor@sample.test', password: 'semblance' })
  await vendor.page.goto('/billing-payments')
  return vendor.page
}

test('a refused payment says why, and another account is charged at once', async () => {
  const page = await newVendor()
  await page.getByRole('heading', { name: '$29.00 is past due' }).waitFor()
  const failed = page.getByRole('row').filter({ hasText: 'The account is closed' })
  await failed.getByText('Failed').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText('is charged to this account at once').waitFor()
  people.expectNoComplaints()
})

test('a refused payment is paid from another account, with a receipt', async () => {
  const page = await newVendor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Account holder name').fill('Meridian Synthetics')
  await page.getByLabel('Bank name').fill('Harbor Bank')
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Account number').fill('000123455511')
  await choose(page, 'Account type', 'Checking')
  await page.getByLabel(/I authorize Semblance/).check()
  await save(page)
  await toast(page, 'Payment Method Saved').waitFor()
  await page.getByRole('heading', { name: 'is past due' }).waitFor({ state: 'detached' })
  const paid = page.getByRole('row').filter({ hasText: '•••• 5511' })
  await paid.getByText('Paid').waitFor() // the built-in bank's days are short
  const receipt = await downloadBy(page, () =>
    paid.getByRole('button', { name: /^Receipt/ }).click(),
  )
  expect(receipt.suggestedFilename()).toMatch(/^INV-\d{4}-\d+\.pdf$/)
  people.expectNoComplaints()
})

test("a visitor reads the sample's billing without its bank account, and is led to sign in", async () => {
  const visitor = await people.newPerson({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  await page.goto('/billing-payments')
  await panel(page, 'Payment method').getByText('A bank account is on file').waitFor()
  await page.getByText('$29.00').filter({ visible: true }).first().waitFor()
  expect(await page.content()).not.toMatch(/•••• \d{4}/)
  await page.getByRole('button', { name: 'Cancel Plan' }).click()
  await page.waitForURL('**/auth?next=%2Fbilling-payments')
  await fillSignIn(page, await newMember(url, 'client'))
  await page.waitForURL('**/billing-payments')
  await panel(page, 'Plan').getByText('Professional').waitFor()
  people.expectNoComplaints()
})
