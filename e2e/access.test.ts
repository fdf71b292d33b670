/** The guard pages themselves: who is led to sign in, who is denied, and an address that is not there. */
import { expect, inject, test } from 'vitest'
import { usePeople } from './support/browser.ts'
import { newEmployee, newMember } from './support/deal-fixtures.ts'
import { fillSignIn, signIn } from './support/steps.ts'

const people = usePeople()
const url = inject('url')

test('a signed-out visitor of a guarded page is led to sign in, and of an act on the sample there and back', async () => {
  const { page } = await people.newPerson()
  await page.goto('/dashboard-selection')
  await page.waitForURL('**/auth**')
  await page.goto('/vendor-offers')
  await page.getByRole('button', { name: 'Accept Offer' }).first().click()
  await page.waitForURL('**/auth?next=**')
  const next = new URL(page.url()).searchParams.get('next')!
  await fillSignIn(page, { email: 'client@sample.test', password: 'semblance' })
  await page.waitForURL(`${url}${next}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(next).toBe('/vendor-offers')
  people.expectNoConsoleErrors()
})

test('a new employee waits for approval, holds no role, and each dashboard turns them away', async () => {
  const person = await people.newPerson()
  await signIn(person, await newEmployee(await newMember(url, 'client')))
  const { page } = person
  await page.getByText("Your access is awaiting your organization's approval").waitFor()
  for (const path of ['/client-dashboard', '/vendor-dashboard']) {
    await page.goto(path)
    await page.waitForURL('**/unauthorized')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page
      .getByText(
        "You don't have permission to access this page. Please contact your administrator if you believe this is an error.",
      )
      .waitFor()
  }
  people.expectNoConsoleErrors()
})

test('an unknown path says so and leads home', async () => {
  const visitor = await people.newPerson()
  const { page } = visitor
  visitor.allowConsoleErrors(/no-such-page/)
  await page.goto('/no-such-page')
  await page.getByText('Oops! Page not found').waitFor()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL(`${url}/`)
  people.expectNoConsoleErrors()
})
