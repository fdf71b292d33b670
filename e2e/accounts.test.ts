/** Tests the ways into an organization and its administrator's actions on members. */
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newEmployee, newMember } from './support/deal-fixtures.ts'
import { linkIn, readMail } from './support/mailbox.ts'
import { fillSignIn, signIn, toast } from './support/steps.ts'

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
  admin = await people.newPerson()
  await signIn(admin, buyer)
})

test('an employee signs up, waits, is approved by the administrator, and gets in without signing in again', async () => {
  const employee = await people.newPerson()
  const email = `priya-${run}@people.test`
  const { page } = employee
  await page.goto('/sign-up')
  await page.getByLabel('Organization ID').fill(buyer.organizationId.toLowerCase())
  await page.getByLabel('Name', { exact: true }).fill('Priya van Raman')
  await page.getByLabel('Role').fill('Data Scientist')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill('another one')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await toast(page, 'Password Mismatch', 'Passwords do not match. Please try again.').waitFor()
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText('Account created successfully! Please check your email to verify your account.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Go to sign in' }).click()
  await page.waitForURL('**/auth')
  await page.goto(linkIn(await readMail(url, email, /Confirm your e-mail/)))
  await page.getByText("Your access is awaiting your organization's approval").waitFor()

  await admin.page.goto('/organization-settings')
  const request = admin.page.getByRole('listitem').filter({ hasText: email })
  await request.getByText('Data Scientist').waitFor()
  await request.getByRole('button', { name: 'Approve Priya van Raman' }).click()
  await toast(admin.page, 'User Approved').waitFor()
  await admin.page.getByRole('row').filter({ hasText: email }).getByText('Active').waitFor()

  await page.getByText("Your access is awaiting your organization's approval").waitFor({
    state: 'detached',
  })
  await page.getByRole('link', { name: /Client Dashboard/ }).click()
  await page.waitForURL('**/client-dashboard')
  await page.getByRole('button', { name: /user menu/ }).click()
  const menu = page.getByRole('dialog', { name: 'User menu' })
  for (const text of ['Priya van Raman', 'Data Scientist', email, buyer.company])
    await menu.getByText(text).first().waitFor()
  people.expectNoConsoleErrors()
})

test('an administrator resets a password, deactivates and reactivates', async () => {
  const colleague = await newEmployee(buyer)
  const { items } = await buyer.api.organizations.listRequests({})
  const { id } = items.find(({ email }) => email === colleague.email)!
  await buyer.api.organizations.approveRequest({ id })
  const person = await people.newPerson()
  await signIn(person, colleague)

  const { page } = admin
  await page.goto('/organization-settings')
  const row = page.getByRole('row').filter({ hasText: colleague.email })
  const choose = async (entry: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('Reset Password')
  await toast(page, 'Password Reset').waitFor()
  await person.page.goto(linkIn(await readMail(url, colleague.email, /Reset your password/)))
  await person.page.getByLabel('New password').fill('a newer password')
  await person.page.getByLabel('Confirm password').fill('a newer password')
  await person.page.getByRole('button', { name: 'Set new password' }).click()
  await toast(person.page, 'Password Changed').waitFor()
  people.expectNoConsoleErrors()

  await choose('Deactivate User')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate User' }).click()
  await toast(page, 'User Deactivated').waitFor()
  await row.getByText('Deactivated').waitFor()
  person.allowConsoleErrors(/status of 40[13]/)
  await person.page.goto('/client-dashboard')
  await person.page.waitForURL('**/auth**')

  await choose('Reactivate User')
  await toast(page, 'User Reactivated').waitFor()
  await fillSignIn(person.page, { email: colleague.email, password: 'a newer password' })
  await person.page.waitForURL(/\/(client-dashboard|dashboard-selection)$/)
  people.expectNoConsoleErrors()
})

test('an invited person names themselves, sets a password, and is a member at once', async () => {
  const email = `lena-${run}@people.test`
  await admin.page.goto('/organization-settings')
  await admin.page.getByLabel('E-mail of the person').fill(email)
  await admin.page.getByRole('button', { name: 'Send Invitation' }).click()
  await toast(admin.page, 'Invitation sent', email).waitFor()
  await admin.page.getByRole('list', { name: 'Open invitations' }).getByText(email).waitFor()

  const invited = await people.newPerson()
  const { page } = invited
  await page.goto(linkIn(await readMail(url, email, /invited/)))
  await page.getByRole('heading', { name: 'Finish your account' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Lena Vogt')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('heading', { name: 'Welcome, Lena. Choose a dashboard.' }).waitFor()
  await page.goto('/client-dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  people.expectNoConsoleErrors()

  await page.goto('/organization-settings')
  await page.getByRole('row').filter({ hasText: buyer.email }).waitFor()
  await invited.settled()
  expect(await page.getByRole('button', { name: 'Save Changes' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  people.expectNoConsoleErrors()
})
