/** Getting around: focus, titles, the way back, what is not saved, a session or a connection that is lost. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { fillSignIn, signIn, toast } from './steps.ts'

const people = usePeople()
const buyer = { email: 'client@sample.test', password: 'semblance' }
const seller = { email: 'vendor@sample.test', password: 'semblance' }
let client: Person
let vendor: Person

people.begin(async () => {
  client = await people.newPerson()
  vendor = await people.newPerson()
  await Promise.all([signIn(client, buyer), signIn(vendor, seller)])
})

const main = (page: Page) => page.getByRole('navigation', { name: 'Client Dashboard', exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

describe('moving from page to page', () => {
  test('puts the focus on the heading, says the title and starts at the top', async () => {
    const { page } = client
    await page.goto('/client-dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => window.scrollTo(0, 400))
    await main(page).getByRole('link', { name: 'Contracts' }).press('Enter')
    await page.waitForURL('**/active-contracts')
    await expect.poll(() => focusedTag(page)).toBe('H1')
    await expect.poll(() => page.title()).toBe('Active contracts · Semblance')
    await page.locator('[aria-live="polite"]', { hasText: /^Active contracts$/ }).waitFor({
      state: 'attached',
    })
    await expect.poll(() => scrolled(page)).toBe(0)
    people.expectNoComplaints()
  })

  test('names the record in the title, and a record that is not there', async () => {
    const { page } = client
    client.mayComplain(/status of 404/)
    await page.goto('/active-contracts')
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await page.waitForURL('**/contract-details/**')
    await expect.poll(() => focusedTag(page)).toBe('H1')
    await client.settled()
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    await expect.poll(() => page.title()).toBe(`${name} · Semblance`)
    await page.goto('/contract-details/CTR-0')
    await page.getByRole('heading', { level: 1, name: 'This contract was not found' }).waitFor()
    await expect.poll(() => page.title()).toBe('This contract was not found · Semblance')
    people.expectNoComplaints()
  })

  test('lets the keyboard skip to the content', async () => {
    const { page } = client
    await page.goto('/manage-dprs')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await client.settled()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    people.expectNoComplaints()
  })

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
    people.expectNoComplaints()
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
    people.expectNoComplaints()
  })
})

describe('what is not saved', () => {
  test('is asked about by links and by signing out, and kept by whoever stays', async () => {
    const { page } = client
    await page.goto('/contact-support')
    await page.getByLabel('Subject').fill('A question')
    await main(page).getByRole('link', { name: 'Contracts' }).click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByLabel('Subject').inputValue()).toBe('A question')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Switch Dashboard' }).click()
    await page.getByRole('menuitem', { name: /Vendor Dashboard/ }).click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', async (dialog) => {
        resolve(dialog.type())
        await dialog.dismiss()
      }),
    )
    await page.close({ runBeforeUnload: true })
    expect(await asked).toBe('beforeunload')
    await main(page).getByRole('link', { name: 'Contracts' }).click()
    await question(page).getByRole('button', { name: 'Leave Page' }).click()
    await page.waitForURL('**/active-contracts')
    await page.goto('/contact-support')
    expect(await page.getByLabel('Subject').inputValue()).toBe('')
    people.expectNoComplaints()
  })
})

describe('a lost session', () => {
  test.each([
    {
      path: '/user-settings',
      type: (page: Page) => page.getByLabel('Job title').fill('Keeper of data'),
      typed: (page: Page) => page.getByLabel('Job title').inputValue(),
      text: 'Keeper of data',
    },
    {
      path: '/contact-support',
      type: (page: Page) => page.getByRole('textbox', { name: 'Message' }).fill('Where were we?'),
      typed: (page: Page) => page.getByRole('textbox', { name: 'Message' }).inputValue(),
      text: 'Where were we?',
    },
  ])('leads from $path to sign in, and back to what was typed', async ({ path, ...field }) => {
    const person = await people.newPerson()
    person.mayComplain(/status of 40[134]/)
    await signIn(person, buyer)
    const { page, context } = person
    await page.goto(path)
    await field.type(page)
    // Another tab signs out; this one follows.
    const other = await context.newPage()
    await other.goto('/manage-dprs')
    await other.getByRole('button', { name: 'Settings' }).click()
    await other.getByRole('menuitem', { name: 'Sign Out' }).click()
    await other.waitForURL('**/sign-in')
    await page.waitForURL(`**/auth?next=${encodeURIComponent(path)}`)
    await page.getByText('Your session has ended. Sign in again').waitFor()
    await fillSignIn(page, buyer)
    await page.waitForURL(`**${path}`)
    await expect.poll(() => field.typed(page)).toBe(field.text)
    people.expectNoComplaints()
  })

  test('that the server ended is noticed at the next call', async () => {
    const person = await people.newPerson()
    person.mayComplain(/status of 40[134]/)
    await signIn(person, seller)
    const { page } = person
    await page.goto('/marketplace')
    await page.getByRole('link', { name: 'Submit Offer' }).first().click()
    await page.getByLabel('Data description').fill('Clean, complete, ours.')
    const path = new URL(page.url()).pathname
    await page.evaluate(async () => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('sb-'))!
      const { access_token } = JSON.parse(localStorage.getItem(key)!)
      const { supabaseUrl, supabaseKey } = await (await fetch('/config.json')).json()
      await fetch(`${supabaseUrl}/auth/v1/logout?scope=local`, {
        method: 'POST',
        headers: { apikey: supabaseKey, authorization: `Bearer ${access_token}` },
      })
    })
    await page.getByRole('button', { name: 'Notifications' }).click()
    await page.keyboard.press('Escape')
    await page.waitForURL(`**/auth?next=${encodeURIComponent(path)}`)
    await fillSignIn(page, seller)
    await page.waitForURL(`**${path}`)
    await expect
      .poll(() => page.getByLabel('Data description').inputValue())
      .toBe('Clean, complete, ours.')
    people.expectNoComplaints()
  })
})

describe('without a connection', () => {
  test('a bar says so, a save fails in words, and both work again afterwards', async () => {
    const { page, context } = client
    client.mayComplain(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_NETWORK_CHANGED/)
    await page.goto('/notification-settings')
    const push = page.getByRole('switch').nth(2)
    await push.waitFor()
    await context.setOffline(true)
    await page.getByText('You are offline. What you typed is kept.').waitFor()
    await push.click()
    await toast(page, 'Preferences not saved', 'Semblance could not be reached.').waitFor()
    // A page that is not loaded yet opens as soon as the connection is back.
    await page.getByRole('link', { name: 'Marketplace' }).first().click()
    await context.setOffline(false)
    await page.getByText('Back online.').waitFor()
    await page.waitForURL('**/marketplace')
    await page.getByRole('heading', { level: 1 }).waitFor()
    people.expectNoComplaints()
  })

  test('a server that is away for a moment is waited for', async () => {
    const { page, context } = client
    client.mayComplain(/ERR_FAILED|status of 503/)
    await page.goto('/manage-dprs')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await context.route(/\/(api|healthz)/, (route) => route.fulfill({ status: 503 }))
    await page.getByRole('tab', { name: /Fulfilled/ }).click()
    await page.getByText('Semblance cannot be reached.').waitFor()
    await context.unroute(/\/(api|healthz)/)
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('Back online.').waitFor()
    await page.getByRole('row').nth(1).waitFor()
    people.expectNoComplaints()
  })
})

test('a page whose code was replaced by a newer version is loaded anew, and says so if that does not help', async () => {
  const { page, context } = vendor
  vendor.mayComplain(/status of 404|dynamically imported module/)
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
  people.expectNoComplaints()
})
