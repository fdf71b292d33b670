/** The sample marketplace: what a visitor reads of it, and how its people put it back as it was. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usePeople } from './browser.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn, toast } from './steps.ts'

const people = usePeople()
/** Of their own: on the shared one others change the samples, and a restoration would disturb them. */
let server: RunningServer

beforeAll(async () => {
  server = await startServer()
}, 120_000)
afterAll(() => server?.stop())

const newPerson = () => people.newPerson({ baseURL: server.url })

/** Each unguarded page of the work area, and a figure that only rows can have brought there. */
const figures: [path: string, text: string | RegExp][] = [
  ['/manage-dprs', 'Retail Customer Purchase Histories'],
  ['/vendor-offers', '$18,500'],
  ['/active-contracts', 'Store Footfall Time Series'],
  ['/vendor-my-offers', 'Price and Promotion Response'],
  ['/vendor-active-contracts', 'Feature Flag Exposures'],
  ['/vendor-earnings', '$148,250'],
  ['/marketplace', 'Mortgage Application Files'],
  ['/company-profile/meridian-synthetics', 'Meridian Synthetics'],
  ['/organization-settings', 'Otto Varga'],
  ['/billing-payments', 'Professional'],
]

test('a visitor reads every open page, under the banner that says whose data it is', async () => {
  const { page } = await newPerson()
  for (const [path, text] of figures) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    await page.getByRole('complementary', { name: 'Sample data' }).waitFor()
  }
  people.expectNoComplaints()
})

test('a visitor opens the download of an old contract, with a report of its own', async () => {
  const { page } = await newPerson()
  await page.goto('/manage-dprs?tab=fulfilled')
  await page.getByRole('link', { name: 'Download Store Footfall Time Series' }).click()
  await page.waitForURL('**/download/DPR-*')
  await page.getByText('store_footfall_synthetic.csv').first().waitFor()
  people.expectNoComplaints()
})

test('a visitor reads four notifications, two of them unread, and signs in to change them', async () => {
  const { page } = await newPerson()
  await page.goto('/manage-dprs')
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await page.getByText('2 unread').first().waitFor()
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.waitForURL('**/auth?next=*')
  people.expectNoComplaints()
})

test('the sample client changes something, restores the sample data, and finds it as it was', async () => {
  const claire = await newPerson()
  const { page } = claire
  await signIn(claire, { email: 'client@sample.test', password: 'semblance' })
  await page.goto('/user-settings')
  await page.getByLabel('Full name').fill('Claire Changed')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Profile Updated').waitFor()
  await page.getByRole('button', { name: 'Reset sample data' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Reset sample data' }).click()
  await toast(page, 'Sample data restored').waitFor({ timeout: 120_000 })
  await page.goto('/user-settings')
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Claire Novak')
  await page.goto('/manage-dprs')
  await page.getByText('Retail Customer Purchase Histories').first().waitFor()
  people.expectNoComplaints()
}, 180_000)
