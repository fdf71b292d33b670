/** A payment that the bank refuses, one that works, and what both sides see of the money afterwards. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { agree, type Deal, type Member } from './support/deal-fixtures.ts'
import { axeFaults } from './support/inspect.ts'
import { newParties } from './support/parties.ts'
import { downloadBy, toast } from './support/steps.ts'

const people = usePeople()
let buyer: Member
let supplier: Member
let client: Person
let vendor: Person
let deal: Deal

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
  deal = await agree(buyer, supplier, 'Branch visits by hour')
})

const chapter = people.story()

describe('paying into escrow', () => {
  chapter('the summary says what is paid, to the cent, and what is held until when', async () => {
    const { page } = client
    await page.goto(`/payment/${deal.offerId}`)
    const summary = page.getByRole('complementary', { name: 'Payment summary' })
    for (const amount of ['$18,500.00', '$462.50', '$18,962.50'])
      await summary.getByText(amount, { exact: true }).waitFor()
    await summary.getByText('$18,500.00 stays held in escrow.').waitFor()
    await summary.getByText(/released 14 days after delivery/).waitFor()
    await expectSound(client)
  })

  chapter(
    'a refusal says why and what to do, and brings the form back without the numbers',
    async () => {
      const { page } = client
      await fillBank(page, '000123459001')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Authorize Payment' }).click()
      await toast(page, 'Payment not made').waitFor()
      await page
        .getByRole('region', { name: 'What your bank said' })
        .getByText(/The account does not hold enough money/)
        .waitFor()
      const [holder, bank] = [page.getByLabel('Account holder name'), page.getByLabel('Bank name')]
      await expect.poll(() => holder.inputValue()).toBe('Robin Example')
      await expect.poll(() => bank.inputValue()).toBe('First Harbor Bank')
      for (const secret of ['Account number', 'Routing number'])
        expect(await page.getByLabel(secret).inputValue()).toBe('')
      await expectSound(client)
    },
  )

  chapter('a second payment is waited for, also where the page is opened anew', async () => {
    const { page } = client
    await fillBank(page, '000123459301') // its bank is slow to respond
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Authorize Payment' }).click()
    await page.getByRole('heading', { name: 'Authorizing payment' }).waitFor()
    await page.reload()
    // If the page takes longer than the bank, it finds the contract paid.
    const paid = page.getByText('This contract has already been paid')
    await page.getByRole('heading', { name: 'Payment Successful' }).or(paid).waitFor()
    await expectSound(client)
    await page.reload()
    await paid.waitFor()
    people.expectNoConsoleErrors()
  })
})

describe('the money afterwards', () => {
  chapter('the client finds both attempts, the invoice and its PDF with the contract', async () => {
    const { page } = client
    await page.goto(`/contract-details/${deal.contractId}`)
    const history = page.getByRole('group', { name: 'Payment history' })
    await history.getByText('Failed').waitFor()
    await history.getByText('Escrow', { exact: true }).waitFor()
    await page.getByText('Released when the client accepts the delivery', { exact: true }).waitFor()
    expect(await downloadedPdf(page, /^INV-\d{4}-\d{6}\.pdf$/)).toBe('%PDF-')
    await expectSound(client)
  })

  chapter('the vendor reads payment details, without the fee and without the bank', async () => {
    const { page } = vendor
    await page.goto('/vendor-active-contracts')
    await page.getByRole('link', { name: 'Payment Details of Branch visits by hour' }).click()
    await page.getByRole('heading', { name: 'Payment details', level: 1 }).waitFor()
    const overview = page.getByRole('region', { name: 'Overview' })
    await expect.poll(() => overview.getByText('$18,500.00').count()).toBe(2)
    await page.getByRole('region', { name: 'Release conditions' }).waitFor()
    await vendor.settled()
    const text = (await page.textContent('main')) ?? ''
    for (const secret of ['$18,962.50', 'First Harbor Bank', '9301'])
      expect(text).not.toContain(secret)
    await expectSound(vendor)
  })

  chapter('a cancellation says to the cent what goes back, and it does', async () => {
    const { page } = client
    await page.goto(`/contract-details/${deal.contractId}`)
    await page.getByRole('button', { name: 'Cancel Contract' }).click()
    const dialog = page.getByRole('alertdialog')
    for (const amount of ['$18,500.00', '$462.50', '$18,962.50'])
      await dialog.getByText(amount, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel Contract' }).click()
    await toast(page, 'Contract Cancelled').waitFor()
    await page.getByText('Refund to client').first().waitFor()
    const documents = page.getByRole('group', { name: 'Invoices' })
    await documents.getByText('Credit note').waitFor()
    await expect.poll(() => documents.getByText('Pending').count()).toBe(0)
    expect(await downloadedPdf(page, /^CRN-/)).toBe('%PDF-')
    await expectSound(client)
  })
})

async function fillBank(page: Page, accountNumber: string) {
  await page.getByLabel('Account holder name').fill('Robin Example')
  await page.getByLabel('Account number').fill(accountNumber)
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Bank name').fill('First Harbor Bank')
}

/** The first bytes of the newest document's PDF. */
async function downloadedPdf(page: Page, fileName: RegExp): Promise<string> {
  const download = await downloadBy(page, () =>
    page
      .getByRole('button', { name: /^PDF of/ })
      .first()
      .click(),
  )
  expect(download.suggestedFilename()).toMatch(fileName)
  return readFileSync(await download.path(), 'latin1').slice(0, 5)
}

/** No complaint of the browser or of axe, and nothing wider than a phone. */
async function expectSound({ page, settled }: Person) {
  await settled()
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  people.expectNoConsoleErrors()
}
