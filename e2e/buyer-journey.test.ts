/** Tests the journey from two applications to the money with the vendor, by three users. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { watchClicks } from './support/clicks.ts'
import { smallTable } from './support/deal-fixtures.ts'
import { linkIn, organizationIdIn, readMail } from './support/mailbox.ts'
import {
  choose,
  downloadBy,
  fillApplication,
  postRequest,
  signIn,
  staff,
  toast,
} from './support/steps.ts'
import { unzip } from './support/unzip.ts'

/** Small, to be quick, but large enough for the report to show correlations above its noise. */
const rows = 3000
const columns = [0, 1, 4, 6, 9, 12, 13, 14]
const original = { name: 'adult.csv', mimeType: 'text/csv', buffer: smallTable(rows, columns) }
const password = 'a long password'

type Business = { name: string; email: string; first: string; last: string }

const people = usePeople()
const url = inject('url')

describe('two businesses trade one dataset', () => {
  let buyer: Business
  let supplier: Business
  let title: string
  let client: Person
  let vendor: Person
  let compliance: Person
  let dprId: string
  let contractId: string
  /** List the clicks of the two, form fields aside. */
  let buying: string[]
  let selling: string[]

  people.begin(async () => {
    const run = Date.now().toString(36)
    buyer = {
      name: `Halden Retail ${run}`,
      email: `amara-${run}@halden.test`,
      first: 'Amara',
      last: 'Okafor',
    }
    supplier = {
      name: `Meridian Synthetics ${run}`,
      email: `jonas-${run}@meridian.test`,
      first: 'Jonas',
      last: 'Weidmann',
    }
    title = `Census income records ${run}`
    client = await people.newPerson()
    vendor = await people.newPerson()
    compliance = await people.newPerson()
  })
  const chapter = people.story()

  chapter('each business applies and is told that its application is under review', async () => {
    await Promise.all([apply(client, buyer), apply(vendor, supplier)])
    people.expectNoConsoleErrors()
  })

  chapter('compliance staff approve one as client and one as vendor', async () => {
    await signIn(compliance, staff)
    await approve(compliance, buyer.name, /^Client/)
    await approve(compliance, supplier.name, /^Vendor/)
    people.expectNoConsoleErrors()
  })

  chapter(
    'each signs up with the mailed organization ID, confirms the address and comes to its dashboard',
    async () => {
      await Promise.all([joinOrganization(client, buyer), joinOrganization(vendor, supplier)])
      await client.page.waitForURL('**/client-dashboard')
      await vendor.page.waitForURL('**/vendor-dashboard')
      people.expectNoConsoleErrors()
    },
  )

  chapter('the client posts a request', async () => {
    const { page } = client
    buying = await watchClicks(page)
    await page.getByRole('link', { name: 'Create New DPR' }).first().click()
    await page.waitForURL('**/create-dpr')
    await postRequest(page, { title, contact: buyer.email })
    await toast(
      page,
      'DPR Created Successfully',
      'Your Data Procurement Request has been posted to the marketplace.',
    ).waitFor()
    await page.waitForURL('**/manage-dprs**')
    people.expectNoConsoleErrors()
  })

  chapter('the vendor finds it by search and submits an offer of $18,500', async () => {
    const { page } = vendor
    selling = await watchClicks(page)
    await page.getByRole('link', { name: 'Marketplace', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Marketplace' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search DPRs' }).fill(title)
    const card = page.getByRole('article').filter({ hasText: title })
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await page.waitForURL('**search=**')
    await card.getByRole('link', { name: /Submit Offer/ }).click()
    await page.waitForURL('**/submit-offer/**')
    dprId = lastSegment(page.url())
    await page.getByLabel(/Offer amount/).fill('18500')
    await page.getByLabel('Timeline (days)').fill('10')
    await page.getByLabel('Data description').fill('Census microdata, 8 columns, cleaned.')
    await page.getByText(/^Within the client's budget/).waitFor()
    await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
    await page.getByRole('button', { name: 'Submit Offer' }).click()
    await toast(page, 'Offer Submitted Successfully').waitFor()
    await page.waitForURL('**/vendor-dashboard')
    people.expectNoConsoleErrors()
  })

  chapter('the client accepts it', async () => {
    const { page } = client
    await page
      .getByRole('link', { name: /^Offers/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Accept Offer' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept Offer' }).click()
    await toast(
      page,
      'Offer Accepted',
      `Redirecting to payment for ${supplier.name}'s offer.`,
    ).waitFor()
    await page.waitForURL('**/payment/**')
    people.expectNoConsoleErrors()
  })

  chapter('the client pays $18,962.50: the price and the fee', async () => {
    const { page } = client
    await page.getByText('$18,962.50').first().waitFor()
    await page.getByText('$462.50').first().waitFor()
    await page.getByLabel('Account holder name').fill(buyer.name)
    await page.getByLabel('Account number').fill('000123456789')
    await page.getByLabel('Routing number').fill('021000021')
    await page.getByLabel('Bank name').fill('First Bank')
    await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
    await page.getByRole('button', { name: 'Authorize Payment' }).click()
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    await page
      .getByText('Funds have been placed in escrow. The vendor has been notified to begin work.')
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'View Contract' }).waitFor()
    people.expectNoConsoleErrors()
  })

  chapter(
    'the vendor uploads the original and watches true progress to Delivery Complete',
    async () => {
      const { page } = vendor
      await page
        .getByRole('link', { name: /^Contracts/ })
        .first()
        .click()
      await page.waitForURL('**/vendor-active-contracts')
      await page.getByRole('link', { name: /Upload Delivery/ }).click()
      await page.waitForURL('**/data-upload/**')
      contractId = lastSegment(page.url())
      await page.locator('input[type=file]').setInputFiles(original)
      await page.getByText('adult.csv').waitFor()
      await page.getByLabel(/Delivery notes/).fill('UCI Adult, 8 columns.')
      await page.getByRole('button', { name: 'Submit Delivery' }).click()
      await page.getByRole('heading', { name: 'Review adult' }).waitFor({ timeout: 60_000 })
      await page.getByText('adult.csv: 3,000 rows, 8 columns', { exact: true }).waitFor()
      await choose(page, 'Kind of education_num', 'Category')
      const progress = await watchProgress(page)
      await page.getByRole('button', { name: 'Confirm and Submit Delivery' }).click()
      await toast(
        page,
        'Data Delivered Successfully',
        'Your files have been uploaded and the client has been notified.',
      ).waitFor({ timeout: 300_000 })
      await page.getByRole('heading', { name: 'Delivery Complete' }).waitFor()
      const seen = await progress.evaluate((shown) => shown)
      await page.getByText(/Payment follows client review/).waitFor()
      expect(seen.length).toBeGreaterThan(1)
      expect(seen).toEqual([...seen].sort((a, b) => a - b))
      people.expectNoConsoleErrors()
    },
  )

  chapter(
    'the client sees the validation summary and the plots, and takes a single file',
    async () => {
      const { page } = client
      await page
        .getByRole('link', { name: /^Contracts/ })
        .first()
        .click()
      await page.waitForURL('**/active-contracts')
      await page.getByRole('link', { name: /^Review and download/ }).click()
      await page.waitForURL(`**/download/${dprId}`)
      const needed = buying.length
      await page.getByRole('region', { name: 'Validation summary' }).waitFor()
      await page.getByRole('heading', { name: 'Column distributions' }).waitFor()
      await page
        .getByRole('img', { name: /education|occupation|age/i })
        .first()
        .waitFor()
      await page.getByRole('link', { name: /^Pairs/ }).click()
      await page.getByRole('heading', { name: 'Correlations' }).waitFor()
      const download = await downloadBy(page, () =>
        page
          .getByRole('button', { name: /^Download .*\.csv$/ })
          .first()
          .click(),
      )
      const twin = readFileSync(await download.path(), 'utf8')
      const lines = twin.trimEnd().split(/\r?\n/)
      expect(lines[0]?.split(',')).toHaveLength(columns.length)
      expect(lines.length).toBeGreaterThan(0.9 * rows)
      expect(twin).not.toBe(original.buffer.toString())
      buying.splice(needed) // A release needs no look at pairs and no single file.
      people.expectNoConsoleErrors()
    },
  )

  chapter('the client releases escrow and gets a ZIP that opens', async () => {
    const { page } = client
    await page.getByRole('button', { name: 'Download All Files and Release Escrow' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('checkbox').click()
    const complete = 'All files downloaded. Escrow funds have been released to the vendor.'
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      toast(page, 'Download Started').waitFor(),
      toast(page, 'Download Complete', complete).waitFor({ timeout: 60_000 }),
      dialog.getByRole('button', { name: 'Download and release' }).click(),
    ])
    const files = unzip(readFileSync(await download.path()))
    const table = [...files].find(([name]) => name.endsWith('.csv'))
    expect(table?.[1].toString('utf8').split('\n').length).toBeGreaterThan(0.9 * rows)
    people.expectNoConsoleErrors()
  })

  chapter('from the dashboard to the release it took few clicks', async () => {
    expect(buying.length, buying.join(', ')).toBeLessThanOrEqual(14)
    expect(selling.length, selling.join(', ')).toBeLessThanOrEqual(10)
    expect(buying.length).toBeGreaterThan(9)
    expect(selling.length).toBeGreaterThan(4)
  })

  chapter('the vendor sees $18,500 in earnings', async () => {
    const { page } = vendor
    await page.goto('/vendor-earnings')
    const total = page.getByRole('listitem').filter({ hasText: 'Total earnings' })
    await expect.poll(() => total.textContent()).toContain('$18,500')
    const row = page.getByRole('row').filter({ hasText: contractId })
    await expect.poll(() => row.textContent()).toContain('$18,500')
    people.expectNoConsoleErrors()
  })
})

async function apply({ page }: Person, business: Business) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Register Business' }).first().click()
  const contact = `${business.first} ${business.last}`
  await fillApplication(page, { ...business, contact })
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.waitForURL('**/business-under-review')
  await page.getByRole('heading', { name: 'Application Under Review' }).waitFor()
}

async function approve({ page }: Person, name: string, role: RegExp) {
  await page.goto('/admin/applications')
  await page.getByRole('button', { name }).click()
  const opened = page.getByRole('article', { name }) // another one is open before
  await opened.getByRole('radio', { name: /^Approve/ }).check()
  await opened.getByRole('checkbox', { name: role }).click()
  await opened.getByRole('button', { name: /^Approve/ }).click()
  await toast(page, 'Application approved', name).waitFor()
}

async function joinOrganization(person: Person, business: Business) {
  const { page } = person
  const approval = await readMail(url, business.email, /approved/)
  await page.goto('/auth?tab=sign-up')
  await page.getByLabel('First name').fill(business.first)
  await page.getByLabel('Last name').fill(business.last)
  await page.getByLabel('E-mail').fill(business.email)
  await page.getByLabel('Organization ID').fill(organizationIdIn(approval))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox', { name: /I agree/ }).click()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByText('Account created! Please check your email').waitFor()
  const confirmation = await readMail(url, business.email, /Confirm your e-mail/)
  await page.goto(linkIn(confirmation))
  await page.waitForURL(/dashboard/)
}

/** The figures of the synthesis in the order in which the page shows them from now on, however briefly. */
const watchProgress = (page: Page) =>
  page.evaluateHandle(() => {
    const shown: number[] = []
    const look = () => {
      const bar = document.querySelector('[role=progressbar][aria-label="Synthesis progress"]')
      const value = Number(bar?.getAttribute('aria-valuenow') ?? Number.NaN)
      if (!Number.isNaN(value) && value !== shown.at(-1)) shown.push(value)
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-valuenow'],
    })
    return shown
  })

const lastSegment = (address: string) => new URL(address).pathname.split('/').at(-1) ?? ''
