/**
 * Tests tables as CSV files: every row that matches the filter, in any number, and no other
 * organization's.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newMember, postDpr, sendOffer } from './support/deal-fixtures.ts'
import { choose, downloadBy, signIn, staff, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')
/** More than one page of the API holds. */
const rows = 105
const formula = '=HYPERLINK("https://evil.example","Open")'

let buyer: Member
let rival: Member
let supplier: Member
let client: Person
let vendor: Person

beforeAll(async () => {
  buyer = await newMember(url, 'client')
  rival = await newMember(url, 'client')
  supplier = await newMember(url, 'vendor')
  for (let number = 1; number <= rows; number += 1) await postDpr(buyer, `Export row ${number}`)
  await postDpr(buyer, 'Left out by the search')
  await postDpr(rival, 'Export row of a rival')
  await sendOffer(supplier, await postDpr(rival, formula))
  await sendOffer(supplier, await postDpr(rival, 'Umläute, "quoted"'))
}, 240_000)

people.begin(async () => {
  client = await people.newPerson()
  vendor = await people.newPerson()
  await signIn(client, buyer)
  await signIn(vendor, supplier)
})

async function exported(page: Page, of: string) {
  const download = await downloadBy(page, () =>
    page.getByRole('button', { name: `Export CSV of ${of}` }).click(),
  )
  const text = readFileSync(await download.path(), 'utf8')
  const [head, ...lines] = text.split('\r\n')
  return { name: download.suggestedFilename(), text, head, lines: lines.slice(0, -1) }
}

test("the file has every request that the search finds, beyond the page's rows, and no other client's", async () => {
  const { page } = client
  await page.goto('/manage-dprs?tab=pending&search=Export+row')
  await page.getByText(`Export row ${rows}`).filter({ visible: true }).first().waitFor()
  const { name, head, lines } = await exported(page, 'pending DPRs')
  expect(name).toMatch(/^pending-DPRs-\d{4}-\d\d-\d\d\.csv$/)
  expect(head).toBe(
    '\uFEFFID,Request,Category,Status,Offers,Budget from (USD),Budget to (USD),Timeline (days),Created,Closes,Closed',
  )
  const titles = lines.map((line) => line.split(',')[1])
  expect(titles).toEqual(Array.from({ length: rows }, (_, index) => `Export row ${rows - index}`))
  expect(lines[0]).toMatch(
    /^DPR-\d+,Export row 105,Finance,Awaiting Vendor Submissions,0,15000\.00,25000\.00,14,\d{4}-\d\d-\d\dT[\d:]{8}Z,/,
  )
  people.expectNoConsoleErrors()
})

test('a long export tells how far it is, and stops when it is cancelled', async () => {
  const { page } = client
  let held = () => {}
  const release = new Promise<void>((resolve) => {
    held = resolve
  })
  await page.goto('/manage-dprs?tab=pending&search=Export+row')
  await page.getByText(`Export row ${rows}`).filter({ visible: true }).first().waitFor()
  await page.route('**/api/rpc/dprs/list**', async (route) => {
    const asked = decodeURIComponent(route.request().url()) + (route.request().postData() ?? '')
    if (asked.includes('cursor')) await release
    await route.continue().catch(() => {})
  })
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await page.getByRole('button', { name: 'Export CSV of pending DPRs' }).click()
  await page.getByText('100 rows read').waitFor()
  await page.getByRole('button', { name: 'Cancel the export of pending DPRs' }).click()
  await page.getByRole('button', { name: 'Export CSV of pending DPRs' }).waitFor()
  held()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(downloads).toEqual([])
  expect(await toast(page, 'Export Failed').count()).toBe(0)
  people.expectNoConsoleErrors()
})

test('an export that fails says so and saves nothing', async () => {
  const { page } = client
  client.allowConsoleErrors(/ERR_FAILED/)
  await page.goto('/manage-dprs?tab=pending&search=Export+row')
  await page.getByText(`Export row ${rows}`).filter({ visible: true }).first().waitFor()
  await page.route('**/api/rpc/dprs/list**', (route) => route.abort())
  await page.getByRole('button', { name: 'Export CSV of pending DPRs' }).click()
  await toast(page, 'Export Failed', 'Nothing was saved.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  people.expectNoConsoleErrors()
})

test("a vendor's offers are exported with what others typed made harmless", async () => {
  const { page } = vendor
  await page.goto('/vendor-my-offers')
  await page.getByText('Umläute, "quoted"').waitFor()
  const { name, lines, text } = await exported(page, 'all offers')
  expect(name).toMatch(/^all-offers-/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(',"Umläute, ""quoted""",')
  expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.example"",""Open"")",`)
  expect(text).not.toContain('Export row')
  people.expectNoConsoleErrors()
})

test('notifications, saved searches and reviews are exported too', async () => {
  const person = await people.newPerson()
  const { page } = person
  await signIn(person, { email: 'vendor@sample.test', password: 'semblance' })
  await page.goto('/company-profile')
  const reviews = await exported(page, 'reviews of Meridian Synthetics')
  expect(reviews.head).toBe('\uFEFFReviewer,Rating,Project,Comment,Written,Reply,Replied')
  expect(reviews.lines.length).toBeGreaterThan(0)

  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notifications = await exported(page, 'notifications')
  expect(notifications.head).toBe('\uFEFFType,Title,Message,Received,Read')
  expect(notifications.lines[0]).toMatch(/,\d{4}-\d\d-\d\dT[\d:]{8}Z,(Yes|No)$/)

  await page.goto('/marketplace?search=fraud')
  await page.getByRole('button', { name: 'Save search' }).click()
  const name = `Fraud ${Date.now().toString(36)}`
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
  await toast(page, 'Search saved').waitFor()
  await page.getByRole('button', { name: 'Saved searches' }).click()
  const searches = await exported(page, 'saved searches')
  const row = new RegExp(`^${name},fraud,.*,Yes,\\d{4}-`)
  expect(searches.lines).toContainEqual(expect.stringMatching(row))
  people.expectNoConsoleErrors()
})

test('staff export the organizations that a search and a status leave', async () => {
  const person = await people.newPerson()
  const { page } = person
  await signIn(person, staff)
  await page.goto(`/admin/organizations?q=${encodeURIComponent(buyer.company)}`)
  await page.getByText(buyer.company).filter({ visible: true }).first().waitFor()
  const { lines, head } = await exported(page, 'organizations')
  expect(head).toContain('Organization,Organization ID,E-mail,Approved as')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(
    `${buyer.company},${buyer.organizationId},${buyer.email},Client,1,0,No,`,
  )
  await page.getByRole('radio', { name: 'Suspended' }).click()
  await page.getByText('No organization fits').waitFor()
  expect(await page.getByRole('button', { name: /^Export CSV/ }).count()).toBe(0)
  people.expectNoConsoleErrors()
})

test('a vendor exports the transactions of a status, and a period of them as a report', async () => {
  const person = await people.newPerson()
  const { page } = person
  await signIn(person, { email: 'vendor@sample.test', password: 'semblance' })
  await page.goto('/vendor-earnings?status=pending')
  const table = page.getByRole('table', { name: 'Transactions' })
  await table.waitFor()
  const { lines } = await exported(page, 'transactions')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.every((line) => line.includes(',Pending,'))).toBe(true)
  await expect.poll(() => table.getByRole('row').count()).toBe(lines.length + 1)
  await page.getByRole('button', { name: 'Export Report' }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, 'Period', 'All time')
  const download = await downloadBy(page, () =>
    dialog.getByRole('button', { name: 'Download CSV' }).click(),
  )
  expect(download.suggestedFilename()).toMatch(/^earnings-all-.*\.csv$/)
  const report = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(report.length - 2).toBeGreaterThan(lines.length)
  people.expectNoConsoleErrors()
})
