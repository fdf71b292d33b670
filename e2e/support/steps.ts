/** Steps of more than one journey. */
import type { Download, Locator, Page } from 'playwright-core'
import type { Person } from './browser.ts'

export const staff = { email: 'staff@sample.test', password: 'semblance' }
/** Confirms what the first one drafts. */
export const secondStaff = { email: 'staff2@sample.test', password: 'semblance' }

export async function signIn({ page }: Person, who: { email: string; password: string }) {
  await page.goto('/auth')
  await fillSignIn(page, who)
  await page.waitForURL('**/dashboard-selection')
}

export async function fillSignIn(page: Page, who: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Fills in the registration of a business without sending it. */
export async function fillApplication(
  page: Page,
  business: { name: string; email: string; contact?: string },
) {
  await page.getByLabel('Business Name').fill(business.name)
  await choose(page, 'Industry', 'Financial Services')
  await page.getByLabel('Contact Person').fill(business.contact ?? 'Robin Example')
  await page.getByLabel('Business Email').fill(business.email)
  await page.getByLabel('Business Address').fill('1 Long Street')
  await page.getByLabel('City').fill('Berlin')
  await choose(page, 'Country', 'Germany')
  await page.getByLabel('Business Description').fill('We trade data, with care.')
}

/** Picks an entry of one of our selects. */
export async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Returns a toast by its title and, optionally, its text. */
export function toast(page: Page, title: string, text?: string): Locator {
  const card = page.locator('[data-sonner-toast]').filter({ hasText: title })
  return text ? card.filter({ hasText: text }) : card
}

export const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

/** Returns the file that an action downloads. */
export async function downloadBy(page: Page, act: () => Promise<unknown>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return download
}
