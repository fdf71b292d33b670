/** A vendor says where it is paid and how it is taxed, and changes the account later on. */
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { readMail } from './mailbox.ts'
import { choose, expectRefusal, fillSignIn, signIn, toast } from './steps.ts'
import { type Member, newMember } from './trade.ts'

const people = usePeople()
const url = inject('url')

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}

async function fillAll(page: Page) {
  await fill(page, {
    'Account holder name': 'Supplier Inc.',
    'Account number': '000123456789',
    'Routing number': '021000021',
    'Bank name': 'First Bank',
    'Tax ID': '12-3456780',
    'Tax address': '1 Long Street',
    City: 'Boston',
    State: 'MA',
    'ZIP code': '02110',
  })
  await choose(page, 'Account type', 'Business checking')
  await choose(page, 'Business type', 'LLC')
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Information' }).click()

const saved = (page: Page) =>
  toast(
    page,
    'Information Saved',
    'Your banking and tax information has been securely saved.',
  ).waitFor()

describe('a vendor', () => {
  let vendor: Member
  let here: Person
  people.begin(async () => {
    vendor = await newMember(url, 'vendor')
    here = await people.newPerson()
    await signIn(here, vendor)
  })
  const chapter = people.story()

  chapter('every field but the notes is asked for, and a wrong value names its own', async () => {
    const { page } = here
    await page.goto('/bank-tax-info')
    await save(page)
    await page.getByText('11 fields need an answer').waitFor()
    await fillAll(page)
    await page.getByLabel('Routing number').fill('12345678')
    await save(page)
    await expectRefusal(page.getByLabel('Routing number'), 'Enter the routing number, nine digits')
    expect(await page.getByLabel('Account number').inputValue()).toBe('000123456789')
    await page.getByLabel('Routing number').fill('123456789')
    await page.getByText('does not look like a US routing number').waitFor()
    people.expectNoComplaints()
  })

  chapter('what was saved comes back with its last four digits', async () => {
    const { page } = here
    await page.getByLabel('Routing number').fill('021000021')
    await save(page)
    await saved(page)
    await page.waitForURL('**/dashboard-selection')
    await page.goto('/bank-tax-info')
    await page.getByRole('region', { name: 'On file' }).getByText('•••• 6789').waitFor()
    await expect.poll(() => page.getByLabel('Bank name').inputValue()).toBe('First Bank')
    expect(await page.getByLabel('Account number').inputValue()).toBe('')
    expect(await page.content()).not.toMatch(/000123456789|3456780/)
    await page.getByLabel('City').fill('Cambridge')
    await save(page)
    await page.waitForURL('**/dashboard-selection')
    people.expectNoComplaints()
  })

  chapter('a new account holds payouts, and the administrator is mailed', async () => {
    const { page } = here
    await page.goto('/bank-tax-info')
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Cambridge')
    await page.getByLabel('Account number').fill('999888777666')
    await save(page)
    await page.getByText('Payouts are held until').waitFor() // three of the bank's short days
    await page.waitForURL('**/dashboard-selection')
    const { text } = await readMail(url, vendor.email, /^Bank account changed/)
    expect(text).toContain('ending in 6789')
    expect(text).toContain('ending in 7666')
    expect(text).toMatch(/held until .+ UTC/)
    expect(text).not.toMatch(/999888777666/)
    people.expectNoComplaints()
  })
})

test('a visitor signs in to save, and finds everything but the numbers as it was typed', async () => {
  const visitor = await people.newPerson()
  const { page } = visitor
  const other = await newMember(url, 'vendor')
  await page.goto('/bank-tax-info')
  await page.getByRole('region', { name: 'On file' }).getByText('••••').first().waitFor()
  await fillAll(page)
  await save(page)
  await page.waitForURL('**/auth?next=%2Fbank-tax-info')
  await fillSignIn(page, other)
  await page.waitForURL('**/bank-tax-info')
  await expect.poll(() => page.getByLabel('Bank name').inputValue()).toBe('First Bank')
  expect(await page.getByLabel('Account number').inputValue()).toBe('')
  expect(await page.getByLabel('Tax ID').inputValue()).toBe('')
  await fill(page, {
    'Account number': '000123456781',
    'Routing number': '021000021',
    'Tax ID': '12-3456781',
  })
  await save(page)
  await saved(page)
  people.expectNoComplaints()
})
