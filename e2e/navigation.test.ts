/** Getting around between pages that are loaded one by one: the way there, the way back, another tab, a newer version. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { newSignedIn } from './support/sessions.ts'
import { fillSignIn } from './support/steps.ts'

const people = usePeople()
const buyer = { email: 'client@sample.test', password: 'semblance' }
const seller = { email: 'vendor@sample.test', password: 'semblance' }
let client: Person
let vendor: Person

people.begin(async () => {
  client = await newSignedIn(people, buyer)
  vendor = await newSignedIn(people, seller)
})

const main = (page: Page) => page.getByRole('navigation', { name: 'Client Dashboard', exact: true })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

describe('moving from page to page', () => {
  test('begins to load a page when its link is pointed at or focused', async () => {
    const { page } = client
    await page.goto('/client-dashboard')
    const asked = (name: string) =>
      page.waitForRequest((request) => request.url().includes(`/assets/${name}-`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await Promise.all([
      asked('manage-dprs'),
      main(page).getByRole('link', { name: 'DPRs' }).hover(),
    ])
    await Promise.all([
      asked('active-contracts'),
      main(page).getByRole('link', { name: 'Contracts' }).focus(),
    ])
    people.expectNoConsoleErrors()
  })

  test('back finds the rows that were loaded and the place where one was, and a reload the tab', async () => {
    const { page } = vendor
    await page.goto('/marketplace')
    const cards = page.getByRole('article')
    await page.getByRole('button', { name: 'Load More DPRs' }).click()
    await page.waitForURL('**/marketplace?shown=12')
    await expect.poll(() => cards.count()).toBe(12)
    await page.evaluate(() => window.scrollTo(0, 500))
    await expect.poll(() => scrolled(page)).toBe(500)
    // Not by the mouse, which scrolls on its way.
    await page
      .getByRole('link', { name: 'My Offers' })
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.waitForURL('**/vendor-my-offers')
    await page.getByRole('tab', { name: /Pending/ }).click()
    await page.waitForURL('**/vendor-my-offers?tab=pending')
    await page.reload()
    const pending = page.getByRole('tab', { name: /Pending/, selected: true })
    await pending.waitFor()
    await page.goBack()
    await page.waitForURL('**/marketplace?shown=12')
    await expect.poll(() => cards.count()).toBe(12)
    await expect.poll(() => scrolled(page)).toBe(500)
    people.expectNoConsoleErrors()
  })
})

test('a tab whose session another tab ended leads to sign in, and back to what was typed', async () => {
  const person = await newSignedIn(people, buyer)
  person.allowConsoleErrors(/status of 40[134]/)
  const { page, context } = person
  await page.goto('/contact-support')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Where were we?')
  const other = await context.newPage()
  await other.goto('/manage-dprs')
  await other.getByRole('button', { name: 'Settings' }).click()
  await other.getByRole('menuitem', { name: 'Sign Out' }).click()
  await other.waitForURL('**/sign-in')
  await page.waitForURL('**/auth?next=%2Fcontact-support')
  await page.getByText('Your session has ended. Sign in again').waitFor()
  await fillSignIn(page, buyer)
  await page.waitForURL('**/contact-support')
  await expect.poll(() => message.inputValue()).toBe('Where were we?')
  people.expectNoConsoleErrors()
})

test('a page that is not loaded yet opens as soon as the connection is back', async () => {
  const { page, context } = client
  client.allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_NETWORK_CHANGED/)
  await page.goto('/notification-settings')
  await page.getByRole('switch').nth(2).waitFor()
  await context.setOffline(true)
  await page.getByText('You are offline. What you typed is kept.').waitFor()
  await page.getByRole('link', { name: 'Marketplace' }).first().click()
  await context.setOffline(false)
  await page.getByText('Back online.').waitFor()
  await page.waitForURL('**/marketplace')
  await page.getByRole('heading', { level: 1 }).waitFor()
  people.expectNoConsoleErrors()
})

test('a page whose code was replaced by a newer version is loaded anew, and says so if that does not help', async () => {
  const { page, context } = vendor
  vendor.allowConsoleErrors(/status of 404|dynamically imported module/)
  const code = /assets\/vendor-earnings-.*\.js/
  let isGone = true
  await context.route(code, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto('/vendor-my-offers')
  const earnings = page.getByRole('link', { name: 'Earnings' }).first()
  await earnings.click()
  await page.getByRole('heading', { level: 1, name: 'A new version is available' }).waitFor()
  isGone = false
  await page.getByRole('button', { name: 'Load New Version' }).click()
  await page.waitForURL('**/vendor-earnings')
  await page.getByRole('heading', { level: 1, name: 'Earnings' }).waitFor()
  await context.unroute(code)
  people.expectNoConsoleErrors()
})
