/** On paper: the page's content in black on white, and nothing of what only a screen can do. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { signIn, staff } from './support/steps.ts'

const people = usePeople()
/** CSS pixels of an A4 sheet between its margins. */
const sheetWidth = 702

let client: Person
let vendor: Person
let clerk: Person

people.begin(async () => {
  const dark = { colorScheme: 'dark' } as const
  client = await people.newPerson(dark)
  vendor = await people.newPerson(dark)
  clerk = await people.newPerson(dark)
  await signIn(client, { email: 'client@sample.test', password: 'semblance' })
  await signIn(vendor, { email: 'vendor@sample.test', password: 'semblance' })
  await signIn(clerk, staff)
})

const firstLink = async (page: Page, list: string, to: string) => {
  await page.goto(list)
  const link = page.locator(`a[href^="${to}"]`).first()
  return await link.getAttribute('href')
}

/** The page as a printer gets it. */
async function onPaper({ page, settled }: Person, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: sheetWidth, height: 1000 })
}

async function onScreenAgain({ page }: Person) {
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

const inkAndPaper = (page: Page) =>
  page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return { color, backgroundColor }
  })

const screenOnly =
  'nav, button[data-slot=button], [data-sonner-toast], aside[aria-label="Sample data"], a[aria-label="Semblance home"]'

async function expectPlainPaper(page: Page) {
  await expect.poll(() => page.locator(screenOnly).filter({ visible: true }).count()).toBe(0)
  await page.getByText(/^Printed \w{3} \d/).waitFor()
  await expect
    .poll(() => inkAndPaper(page))
    .toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
  await expect
    .poll(() => page.evaluate(excessWidth), { message: 'wider than the sheet' })
    .toBeLessThanOrEqual(0)
}

const excessWidth = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth

const sheets: [string, () => Person, (page: Page) => Promise<string | null> | string][] = [
  ['a contract', () => client, (page) => firstLink(page, '/active-contracts', '/contract-details')],
  ['a request', () => client, (page) => firstLink(page, '/manage-dprs', '/dpr-details')],
  ['a report', () => client, (page) => firstLink(page, '/manage-dprs?tab=fulfilled', '/download')],
  [
    'payment details',
    () => vendor,
    (page) => firstLink(page, '/vendor-active-contracts', '/payment-details'),
  ],
  ['an offer', () => vendor, (page) => firstLink(page, '/vendor-my-offers', '/offer-details')],
  ['earnings', () => vendor, () => '/vendor-earnings'],
  ['the marketplace', () => vendor, () => '/marketplace'],
  ['the ledger', () => clerk, () => '/admin/ledger'],
]

test.each(sheets)(
  '%s prints without bars, buttons and banners, black on white',
  async (_, who, to) => {
    const person = who()
    const path = await to(person.page)
    expect(path).not.toBeNull()
    await onPaper(person, path!)
    await expectPlainPaper(person.page)
    await onScreenAgain(person)
    people.expectNoConsoleErrors()
  },
)

test('tables stay tables on paper, their heads repeat, and charts are drawn', async () => {
  await onPaper(vendor, '/vendor-earnings')
  const { page } = vendor
  const table = page.getByRole('table', { name: 'Transactions' })
  await table.waitFor()
  await page.getByRole('list', { name: 'Transactions' }).waitFor({ state: 'hidden' })
  expect(await table.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
    'table-header-group',
  )
  const chart = page.getByRole('img', { name: /^Earnings over/ })
  const width = async () => (await chart.boundingBox())?.width
  await expect.poll(width).toBeLessThanOrEqual(sheetWidth)
  expect(await width()).toBeGreaterThan(300)
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
  await onScreenAgain(vendor)
  people.expectNoConsoleErrors()
})
