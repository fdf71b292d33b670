/** The sample marketplace, which its people put back as it was. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usePeople } from './support/browser.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { signIn, toast } from './support/steps.ts'

const people = usePeople()
/** Of their own: on the shared one others change the samples, and a restoration would disturb them. */
let server: RunningServer

beforeAll(async () => {
  server = await startServer()
}, 240_000)
afterAll(() => server?.stop())

test('the sample client changes something, restores the sample data, and finds it as it was', async () => {
  const claire = await people.newPerson({ baseURL: server.url })
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
  people.expectNoConsoleErrors()
}, 180_000)
