/** Payments through the bank, which answers in its own time: both sides read on open pages what became of the money. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { acceptedIn, agree, type Member } from './support/deal-fixtures.ts'
import { newParties } from './support/parties.ts'
import { downloadBy, toast } from './support/steps.ts'

const people = usePeople()
let buyer: Member
let supplier: Member
let client: Person
let vendor: Person
let returned: { contractId: string; pages: Page[] }

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
  returned = await beginReturn()
})

/** Opens the contract on both sides, and pays it from an account whose bank takes the money back days later. */
async function beginReturn() {
  const { contractId, offerId } = await agree(buyer, supplier, 'Tram boardings by stop')
  const pages = [await client.context.newPage(), vendor.page]
  for (const page of pages) {
    await page.goto(`/payment-details/${contractId}`)
    await status(page, 'Awaiting Payment').waitFor()
  }
  const bankAccount = account('000123459010')
  await buyer.api.payments.fund({ offerId, bankAccount, accepted: await acceptedIn(buyer.api) })
  return { contractId, pages }
}

test('a payment is waited for and found paid in every tab, and goes back with a cancellation', async () => {
  const { context, page } = client
  const { offerId, contractId } = await agree(buyer, supplier, 'Branch visits by hour')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/payment/${offerId}`)
    await tab.getByRole('button', { name: 'Authorize Payment' }).waitFor()
  }
  await pay(page, '000123459301') // its bank is slow to respond
  const waiting = page.getByRole('heading', { name: 'Authorizing payment' })
  const success = { name: 'Payment Successful' }
  await waiting.or(page.getByRole('heading', success)).waitFor()
  await page.reload()
  // If the page takes longer than the bank, it finds the contract paid.
  const paid = page.getByText('This contract has already been paid')
  await page.getByRole('heading', success).or(paid).waitFor()
  await other.getByRole('heading', success).waitFor()
  await other.close()
  await page.reload()
  await paid.waitFor()

  await page.getByRole('link', { name: 'View Contract' }).click()
  await page.getByRole('link', { name: 'Payment Details' }).click()
  await page.getByRole('button', { name: 'Cancel Contract' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('$18,962.50', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel Contract' }).click()
  await toast(page, 'Contract Cancelled').waitFor()
  await page.getByRole('group', { name: 'Payment history' }).getByText('Refund to client').waitFor()
  const documents = page.getByRole('group', { name: 'Invoices' })
  await documents.getByText('Credit note').waitFor()
  for (const number of [/INV-\d{4}-\d{6}/, /CRN-\d{4}-\d{6}/])
    expect(await downloadedPdf(page, number)).toBe('%PDF-')
  await expect.poll(() => documents.getByText('Pending').count()).toBe(0)
  expect(await moneyOf(supplier, contractId)).toEqual({ status: 'cancelled', heldCents: 0n })
  people.expectNoConsoleErrors()
})

test('a payment that the bank takes back is missed on both open pages, and made again', async () => {
  const { contractId, pages } = returned
  for (const page of pages) {
    const history = page.getByRole('group', { name: 'Payment history' })
    await history.getByText('Taken back by the bank').waitFor()
    await status(page, 'Awaiting Payment').waitFor()
  }
  const unpaid = { status: 'awaiting_payment', heldCents: 0n }
  expect(await moneyOf(supplier, contractId)).toEqual(unpaid)
  const { items } = await supplier.api.notifications.list({ limit: 10 })
  expect(items.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Escrow funded', 'Escrow interrupted']),
  )

  const page = pages[0]!
  await page.getByRole('link', { name: 'Pay into escrow' }).first().click()
  await pay(page, '000123456789')
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  const paid = { status: 'in_progress', heldCents: 18_500_00n }
  expect(await moneyOf(buyer, contractId)).toEqual(paid)
  await status(vendor.page, 'In Progress').waitFor()
  people.expectNoConsoleErrors()
})

const status = (page: Page, name: string) => page.getByText(name, { exact: true }).first()

async function moneyOf({ api }: Member, contractId: string) {
  const { status, heldCents } = await api.contracts.get({ contractId })
  return { status, heldCents }
}

const account = (accountNumber: string) => ({
  accountHolderName: 'Robin Example',
  accountNumber,
  routingNumber: '021000021',
  bankName: 'First Harbor Bank',
})

async function pay(page: Page, accountNumber: string) {
  const { accountHolderName, routingNumber, bankName } = account(accountNumber)
  await page.getByLabel('Account holder name').fill(accountHolderName)
  await page.getByLabel('Account number').fill(accountNumber)
  await page.getByLabel('Routing number').fill(routingNumber)
  await page.getByLabel('Bank name').fill(bankName)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Authorize Payment' }).click()
}

/** The first bytes of a document's PDF, which is saved under its number. */
async function downloadedPdf(page: Page, number: RegExp): Promise<string> {
  const button = page.getByRole('button', { name: new RegExp(`^PDF of ${number.source}$`) })
  const download = await downloadBy(page, () => button.click())
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${number.source}\\.pdf$`))
  return readFileSync(await download.path(), 'latin1').slice(0, 5)
}
