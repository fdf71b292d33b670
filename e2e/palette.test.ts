/** The search palette, by keyboard alone: a member, a visitor, staff, a phone. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { axeFaults } from './inspect.ts'
import { isFocused, signIn, staff } from './steps.ts'

const people = usePeople()
const client = { email: 'client@sample.test', password: 'semblance' }

let person: Person
const open = async (options?: Parameters<typeof people.newPerson>[0]) => {
  person = await people.newPerson(options)
  return person
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Search and go to' })
const options = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('option')
/** The option that Enter would open. */
const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]')
const hasFocus = (locator: Locator) => expect.poll(() => isFocused(locator)).toBe(true)
const expectActive = (page: Page) => expect.poll(() => active(page).textContent())
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

async function goTo(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('a client opens it by a key, types, chooses with the arrows and lands with Enter', async () => {
  const { page } = await open()
  await signIn(person, client)
  await goTo(page, '/client-dashboard')
  await page.keyboard.press('Control+k')
  await hasFocus(field(page))
  await page.keyboard.type('retail customer')
  await options(page).filter({ hasText: 'DPR-' }).first().waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /result/ })
    .waitFor()
  await person.settled()
  const [first, ...others] = await options(page).allTextContents()
  await expectActive(page).toBe(first)
  await page.keyboard.press('ArrowDown')
  await expectActive(page).toBe(others[0])
  await page.keyboard.press('End')
  await expectActive(page).toBe(others.at(-1))
  await page.keyboard.press('ArrowDown')
  await expectActive(page).toBe(first)
  const id = (await active(page).getAttribute('id'))!
  await expect.poll(() => field(page).getAttribute('aria-activedescendant')).toBe(id)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dpr-details/DPR-*')
  await heading(page, 'Retail Customer Purchase Histories')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await hasFocus(page.getByRole('heading', { level: 1 }))

  await page.keyboard.press('/')
  await page.getByRole('group', { name: 'Recent' }).getByText('Retail Customer').waitFor()
  people.expectNoComplaints()
})

test('Escape returns the focus to where it was, and a slash is a slash in a field', async () => {
  const { page } = await open()
  await signIn(person, client)
  await goTo(page, '/manage-dprs')
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await hasFocus(field(page))
  await page.keyboard.type('a/b')
  expect(await field(page).inputValue()).toBe('a/b')
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  await hasFocus(button)
  for (const state of ['attached', 'detached'] as const) {
    await page.keyboard.press('Control+k')
    await field(page).waitFor({ state })
  }
  await hasFocus(button)
  people.expectNoComplaints()
})

test('it goes to pages, opens messages, and changes the theme', async () => {
  const { page } = await open()
  await signIn(person, client)
  await goTo(page, '/client-dashboard')
  const run = async (text: string, label: string) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(text)
    await active(page).filter({ hasText: label }).waitFor()
    await page.keyboard.press('Enter')
    await field(page).waitFor({ state: 'detached' })
  }
  await run('privacy', 'Privacy & Security')
  await heading(page, /Privacy/)
  await run('dark', 'Dark Theme')
  await expect.poll(() => page.locator('html').getAttribute('class')).toContain('dark')
  await run('messages', 'Messages')
  await page.getByRole('dialog', { name: /Messages/ }).waitFor()
  people.expectNoComplaints()
})

test('a visitor searches the sample marketplace and is offered to sign in', async () => {
  const { page } = await open()
  await goTo(page, '/marketplace')
  await page.keyboard.press('Control+k')
  await field(page).fill('meridian')
  await options(page).filter({ hasText: 'Meridian Synthetics' }).first().waitFor()
  await field(page).fill('sign')
  await active(page).filter({ hasText: 'Sign In' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/auth?next=%2Fmarketplace')
  people.expectNoComplaints()
})

test('staff finds a payment, and everything of an organization', async () => {
  const { page } = await open()
  await signIn(person, staff)
  await goTo(page, '/admin')
  await page.keyboard.press('Control+k')
  await field(page).fill('Halden Retail')
  const payment = page.getByRole('group', { name: 'Payments' }).getByRole('option').first()
  await payment.waitFor()
  await person.settled()
  const label = await payment.textContent()
  const contract = /CTR-\d+/.exec(label ?? '')![0]
  const steps = (await options(page).allTextContents()).indexOf(label!)
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
  await expectActive(page).toBe(label)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/ledger?tab=entries&contract=${contract}`)
  await page.getByRole('region', { name: 'Entries' }).getByText(contract).first().waitFor()

  await page.keyboard.press('Control+k')
  await field(page).fill('Halden Retail')
  await options(page).filter({ hasText: 'All results' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/search?q=Halden**')
  await page.getByRole('button', { name: 'Show all Contracts' }).click()
  await page.waitForURL('**kind=contract')
  await page.getByRole('button', { name: 'Show every kind' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'CTR-' }).nth(5).waitFor()
  expect(await axeFaults(page)).toEqual([])
  people.expectNoComplaints()
})

test('what finds nothing says so, and what fails is tried again', async () => {
  const { page, mayComplain } = await open()
  await goTo(page, '/marketplace')
  await page.keyboard.press('Control+k')
  await field(page).fill('nothing of the kind')
  await page.getByText('Nothing found for “nothing of the kind”').waitFor()
  mayComplain(/Failed to load resource/)
  await page.route('**/api/rpc/search/everything**', (route) => route.abort())
  await field(page).fill('retail')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/api/rpc/search/everything**')
  await again.click()
  await options(page).first().waitFor()
  people.expectNoComplaints()
})

test.each(['light', 'dark'] as const)(
  'it is a sheet on a phone, and accessible (%s)',
  async (colorScheme) => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, colorScheme })
    await goTo(page, '/vendor-my-offers')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await hasFocus(field(page))
    expect(await axeFaults(page)).toEqual([])
    await field(page).fill('patient')
    await options(page).first().waitFor()
    await expect
      .poll(() => page.getByRole('dialog').boundingBox())
      .toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
    await person.settled()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await field(page).waitFor({ state: 'detached' })
    expect(await axeFaults(page)).toEqual([])
    people.expectNoComplaints()
  },
)
