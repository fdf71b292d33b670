/** Steps of more than one journey. */
import type { Download, Locator, Page } from 'playwright-core'
import type { Person } from './browser.ts'

export const staff = { email: 'staff@sample.test', password: 'semblance' }
/** Confirms what the first one drafts. */
export const secondStaff = { email: 'staff2@sample.test', password: 'semblance' }

export async function signIn({ page }: Person, who: { email: string; password: string }) {
  await page.goto('/auth')
  await fillSignIn(page, who)
  await page.waitForURL(/dashboard/)
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

/** Fills in and posts a request, section by section, from the form's first section on. */
export async function postRequest(
  page: Page,
  request: { title: string; contact: string },
): Promise<void> {
  const goOn = async (next: string) =>
    await page.getByRole('button', { name: `Continue to ${next}` }).click()
  await page.getByLabel('Data type').fill(request.title)
  await choose(page, 'Category', 'Finance')
  await page
    .getByRole('textbox', { name: 'Description' })
    .fill('Income and demographics, one row per person.')
  await page.getByLabel('Use case').fill('Training a credit model')
  await goOn('columns')
  await goOn('budget')
  await page.getByLabel('Budget from').fill('15,000')
  await page.getByLabel('Budget to').fill('$25,000')
  await page.getByLabel('Timeline in days').fill('14')
  await choose(page, 'Delivery format', 'CSV')
  await goOn('compliance')
  await page.getByLabel('Compliance requirements').fill('GDPR and CCPA')
  await page.getByRole('textbox', { name: 'Contacts' }).fill(request.contact)
  await goOn('advanced')
  await page.getByRole('checkbox', { name: 'No minimum accuracy' }).click()
  await page.getByRole('button', { name: 'Post DPR' }).click()
}
