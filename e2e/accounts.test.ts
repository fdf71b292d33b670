/** Tests the ways into an organization that lead through a mailbox. */
import { inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newEmployee, newMember } from './support/deal-fixtures.ts'
import { linkIn, readMail } from './support/mailbox.ts'
import { newSignedIn } from './support/sessions.ts'
import { toast } from './support/steps.ts'

const password = 'a long password'
const people = usePeople()
const url = inject('url')
/** Makes the addresses of new users unique. */
let run: string
let buyer: Member
let admin: Person

people.begin(async () => {
  run = Date.now().toString(36)
  buyer = await newMember(url, 'client')
  admin = await newSignedIn(people, buyer)
})

test('an employee signs up, waits, is approved by the administrator, and gets in without signing in again', async () => {
  const email = `priya-${run}@people.test`
  const { page } = await people.newPerson()
  await page.goto('/sign-up')
  await page.getByLabel('Organization ID').fill(buyer.organizationId.toLowerCase())
  await page.getByLabel('Name', { exact: true }).fill('Priya van Raman')
  await page.getByLabel('Role').fill('Data Scientist')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText('Account created successfully! Please check your email to verify your account.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Go to sign in' }).click()
  await page.waitForURL('**/auth')
  await page.goto(linkIn(await readMail(url, email, /Confirm your e-mail/)))
  const waiting = page.getByText("Your access is awaiting your organization's approval")
  await waiting.waitFor()

  await admin.page.goto('/organization-settings')
  const request = admin.page.getByRole('listitem').filter({ hasText: email })
  await request.getByText('Data Scientist').waitFor()
  await request.getByRole('button', { name: 'Approve Priya van Raman' }).click()
  await toast(admin.page, 'User Approved').waitFor()
  await admin.page.getByRole('row').filter({ hasText: email }).getByText('Active').waitFor()

  await waiting.waitFor({ state: 'detached' })
  await page.waitForURL('**/client-dashboard')
  await page.getByRole('button', { name: /user menu/ }).click()
  const menu = page.getByRole('dialog', { name: 'User menu' })
  for (const text of ['Priya van Raman', 'Data Scientist', email, buyer.company])
    await menu.getByText(text).first().waitFor()
  people.expectNoConsoleErrors()
})

test('a password that an administrator reset is set anew through the mailed link', async () => {
  const colleague = await newEmployee(buyer)
  const { organizations } = buyer.api
  const { items } = await organizations.listRequests({})
  const { id } = items.find(({ email }) => email === colleague.email)!
  await organizations.approveRequest({ id })
  await organizations.resetMemberPassword({ id })
  const { page } = await people.newPerson()
  await page.goto(linkIn(await readMail(url, colleague.email, /Reset your password/)))
  await page.getByLabel('New password').fill('a newer password')
  await page.getByLabel('Confirm password').fill('a newer password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await toast(page, 'Password Changed').waitFor()
  await newSignedIn(people, { email: colleague.email, password: 'a newer password' })
  people.expectNoConsoleErrors()
})

test('an invited person names themselves, sets a password, and is a member at once', async () => {
  const email = `lena-${run}@people.test`
  await buyer.api.organizations.inviteMember({ email })
  const { page } = await people.newPerson()
  await page.goto(linkIn(await readMail(url, email, /invited/)))
  await page.getByRole('heading', { name: 'Finish your account' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Lena Vogt')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  // The organization only buys, so that there is nothing to choose.
  await page.waitForURL('**/client-dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  people.expectNoConsoleErrors()
})
