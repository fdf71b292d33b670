/** A vendor has a twin measured and lists it; one client buys a copy, another subscribes to revisions and cancels. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { type Person, usePeople } from '../support/browser.ts'
import { deliver, type Member, newMember, smallTable } from '../support/deal-fixtures.ts'
import { newSignedIn } from '../support/sessions.ts'
import { choose, downloadBy, toast } from '../support/steps.ts'

const columns = ['age', 'education', 'sex', 'income']
const places = [0, 3, 9, 14]
/** Other rows of the same columns, as a later month has them. */
const table = (rows: number) => smallTable(rows, places)
const price = '1,200'

const people = usePeople()
const url = inject('url')

describe('a twin goes on the shelf', () => {
  let supplier: Member
  let subscriber: Member
  let vendor: Person
  let buying: Person
  let subscribing: Person
  let title: string

  people.begin(async () => {
    const [other, seller, last] = await Promise.all([
      newMember(url, 'client'),
      newMember(url, 'vendor'),
      newMember(url, 'client'),
    ])
    supplier = seller
    subscriber = last
    title = `Census rows ${Date.now().toString(36)}`
    await supplier.api.banking.save({ ...bank, revision: 0 })
    ;[vendor, buying, subscribing] = (await Promise.all(
      [supplier, other, subscriber].map((member) => newSignedIn(people, member)),
    )) as [Person, Person, Person]
  })
  const chapter = people.story()

  chapter('its vendor uploads data, reviews it and has a twin measured', async () => {
    const { page } = vendor
    await page.goto('/vendor-listings')
    await page.getByRole('button', { name: 'New listing from data' }).click()
    await page.getByLabel('Title').fill(title)
    await choose(page, 'Category', 'Retail')
    await choose(page, 'Privacy level', 'Standard (ε ≤ 3)')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    await page.waitForURL(/\/vendor-listings\/measure\/.+/)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'census.csv', mimeType: 'text/csv', buffer: table(1500) })
    await page.getByRole('list', { name: 'Files of this twin' }).waitFor()
    await page.getByRole('button', { name: 'Have the Files Read' }).click()
    await page.getByRole('heading', { name: 'Review census' }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Confirm and Measure' }).click()
    await page.getByRole('link', { name: 'Open the Draft' }).click({ timeout: 120_000 })
    await page.waitForURL(/\/vendor-listings\/.+\/edit/)
    people.expectNoConsoleErrors()
  })

  chapter('it describes the draft and publishes it', async () => {
    const { page } = vendor
    await page
      .getByLabel('Description')
      .fill('Age, education, sex and income of people in a census, one row per person.')
    for (const name of columns)
      await page.getByLabel(`Meaning of ${name}`).fill(`What ${name} says of the person`)
    for (const name of ['A copy', 'Revisions']) {
      await page.getByRole('button', { name: 'Add option' }).click()
      await page.getByLabel('Name').last().fill(name)
      await page.getByLabel('Price (USD)').last().fill(price)
    }
    await page.getByRole('switch', { name: 'Subscription' }).last().click()
    await choose(page, 'Pace', 'A revision whenever the vendor has new data')
    await page.getByLabel(/^Revisions \(2 to/).fill('2')
    await page.getByLabel('Fewest rows').fill('500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'Saved').waitFor()
    await page.getByRole('checkbox').last().click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await toast(page, 'Published').waitFor()
    people.expectNoConsoleErrors()
  })

  chapter(
    'a client finds it by its columns, buys a copy, downloads it and accepts it',
    async () => {
      const { page } = buying
      await page.goto('/catalog')
      await page.getByLabel('Search twins').fill(title)
      await page.waitForURL(/search=/)
      await page.getByRole('link', { name: title }).click()
      await page.waitForURL(/\/catalog\/.+/)
      await page.getByRole('button', { name: /^A copy: \$1,200\.00/ }).click()
      await page.getByRole('button', { name: 'Buy now into escrow' }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Agree and continue to payment' })
        .click()
      await pay(page)
      await page.goto('/active-contracts')
      await page.getByRole('link', { name: /^Review and download/ }).click({ timeout: 60_000 })
      await page.getByRole('region', { name: 'Validation summary' }).waitFor()
      const download = await downloadBy(page, () =>
        page
          .getByRole('button', { name: /^Download .*\.csv$/ })
          .first()
          .click(),
      )
      const [header] = readFileSync(await download.path(), 'utf8').split(/\r?\n/)
      expect(header?.split(',')).toEqual(columns)
      await page.getByRole('button', { name: 'Download All Files and Release Escrow' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('checkbox').click()
      await downloadBy(page, () =>
        dialog.getByRole('button', { name: 'Download and release' }).click(),
      )
      const released = async () =>
        (await supplier.api.listings.purchases({ limit: 10 })).items.map(({ status }) => status)
      await expect.poll(released, { timeout: 60_000 }).toEqual(['completed'])
      people.expectNoConsoleErrors()
    },
  )

  chapter(
    'another subscribes after a look at the account, and gets the first revision',
    async () => {
      const { page } = subscribing
      const { items } = await subscriber.api.listings.list({ search: title, limit: 1 })
      await page.goto(`/catalog/${items[0]?.id}`)
      await page.getByRole('button', { name: /^Revisions: \$1,200\.00 a revision/ }).click()
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText(/One revision more makes it ε/).waitFor()
      await dialog.getByText(/There is room for/).waitFor()
      await dialog.getByRole('button', { name: 'Subscribe and pay the first revision' }).click()
      await pay(page)
      const current = async () =>
        (await subscriber.api.subscriptions.list({ side: 'client', limit: 1 })).items[0]?.current
      await expect
        .poll(async () => (await current())?.phase, { timeout: 60_000 })
        .toBe('in_delivery')
      const { contractId, dprId } = (await current()) ?? {}
      await deliver(supplier, contractId ?? '', table(1400))
      await page.goto('/subscriptions')
      await page.getByRole('link', { name: title }).click()
      await page
        .getByText(/Review revision 1/)
        .first()
        .waitFor()
      await subscriber.api.deliveries.release({ dprId: dprId ?? '' })
      await page.reload()
      await page.getByText('2 at most, 1 accepted').waitFor()
      people.expectNoConsoleErrors()
    },
  )

  chapter('it cancels: nothing more is owed, and the vendor reads why it ended', async () => {
    const { page } = subscribing
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await toast(page, 'Subscription ended').waitFor()
    await vendor.page.goto('/vendor-listings')
    await vendor.page.getByRole('region', { name: 'Subscribers' }).getByText('Ended').waitFor()
    people.expectNoConsoleErrors()
  })
})

const bank = {
  bankName: 'First Bank',
  accountHolderName: 'Supplier',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  accountType: 'checking' as const,
  taxId: '12-3456789',
  businessType: 'llc' as const,
  taxAddress: '1 Harbor Street',
  taxCity: 'Boston',
  taxState: 'MA',
  taxZip: '02110',
  additionalNotes: '',
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Account holder name').fill('Robin Example')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Bank name').fill('First Harbor Bank')
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Authorize Payment' }).click()
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor({ timeout: 60_000 })
}
