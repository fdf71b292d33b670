/** Tests a user's own account: profile, password, second factor, sessions, data. */
import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newMember } from './support/deal-fixtures.ts'
import { linkIn, readMail } from './support/mailbox.ts'
import { fillSignIn, signIn, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')
/** Matches the console errors of rejected requests that the tests expect. */
const refused = /status of 4\d\d/
let member: Member
let here: Person

people.begin(async () => {
  member = await newMember(url, 'vendor')
  here = await people.newPerson()
  await signIn(here, member)
})

test('a changed name is in the user menu at once', async () => {
  const { page } = here
  await page.goto('/user-settings')
  await page.getByLabel('Full name').fill('Robin van Example')
  await page.getByLabel('Job title').fill('Data Lead')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Profile Updated', 'Profile updated successfully').waitFor()
  await page.getByRole('button', { name: /Robin van Example.*user menu/s }).click()
  await page.getByRole('dialog', { name: 'User menu' }).getByText('Data Lead').waitFor()
  people.expectNoConsoleErrors()
})

test('a new password needs the current one, and new ones that match', async () => {
  const { page } = here
  const other = await people.newPerson()
  await signIn(other, member)
  const newer = 'an even longer password'
  await page.goto('/user-settings')
  const fill = async (current: string, next: string, confirm: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password').fill(confirm)
    await page.getByRole('button', { name: 'Change Password' }).click()
  }
  await fill(member.password, newer, 'something else')
  await toast(page, 'Password Mismatch', 'New passwords do not match. Please try again.').waitFor()
  here.allowConsoleErrors(refused)
  await fill('not the password', newer, newer)
  await toast(page, 'Update Error').waitFor()
  await fill(member.password, newer, newer)
  await toast(page, 'Password Changed').waitFor()
  member.password = newer
  other.allowConsoleErrors(refused)
  await other.page.goto('/vendor-dashboard')
  await other.page.waitForURL('**/auth**')
  people.expectNoConsoleErrors()
})

test('preferences are kept', async () => {
  const { page } = here
  await page.goto('/user-settings')
  await here.settled() // what loads above would move the switch from under the pointer
  await page.getByRole('switch', { name: 'Marketing emails' }).click()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await toast(page, 'Preferences Saved').waitFor()
  await page.goto('/notification-settings')
  const isOn = (name: string) => page.getByRole('switch', { name }).getAttribute('aria-checked')
  await expect.poll(() => isOn('Marketing emails')).toBe('false')
  await here.settled()
  await page.getByRole('switch', { name: 'Email notifications' }).click()
  await toast(page, 'Preferences Saved').waitFor()
  await page.reload()
  await expect.poll(() => isOn('Email notifications')).toBe('false')
  people.expectNoConsoleErrors()
})

test('an e-mail address changes once both mailboxes agree', async () => {
  const { page } = here
  const next = `robin-${Date.now().toString(36)}@people.test`
  await page.goto('/user-settings')
  await page.getByLabel('Email', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Confirm the new e-mail', next).waitFor()
  await page.getByText('is waiting to be confirmed').waitFor()
  await page.goto(linkIn(await readMail(url, member.email, /Confirm the change/)))
  await toast(page, 'One more step').waitFor()
  await page.goto(linkIn(await readMail(url, next, /Confirm your new/)))
  await toast(page, 'E-mail changed').waitFor()
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(next)
  member.email = next
  people.expectNoConsoleErrors()
})

test('two-step sign-in asks for a code, and half a session opens nothing', async () => {
  const { page } = here
  await page.goto('/privacy-security')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByAltText('QR code for your authenticator app').waitFor()
  const secret = /[A-Z2-7]{32}/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const usedCode = totp.generate()
  await dialog.getByLabel('Code').fill(usedCode)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await toast(page, 'Two-step sign-in is on').waitFor()

  const elsewhere = await people.newPerson()
  const step = elsewhere.page
  await step.goto('/auth')
  await fillSignIn(step, member)
  await step.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  await step.goto('/vendor-dashboard')
  await step.waitForURL('**/auth')
  await step.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  // The same code never counts twice.
  while (totp.generate() === usedCode) await step.waitForTimeout(500)
  await step.getByLabel('Code').fill(totp.generate())
  await step.getByRole('button', { name: 'Confirm' }).click()
  await step.waitForURL('**/dashboard-selection')
  people.expectNoConsoleErrors()

  await removeFactor(page, 'Authenticator app')
  await page.getByText('Your password alone opens your account.').waitFor()
  people.expectNoConsoleErrors()
})

test('a phone is a second factor, by a code that arrives as a text message', async () => {
  const { page } = here
  await page.goto('/privacy-security')
  await page.getByRole('button', { name: 'Add phone' }).click()
  const dialog = page.getByRole('dialog')
  const number = `+1312555${String(Date.now()).slice(-4)}`
  await dialog.getByLabel('Phone number').fill(number)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  const { text } = await readMail(url, number, /SMS/)
  await dialog.getByLabel('Code').fill(/\d{6}/.exec(text)?.[0] ?? '')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await toast(page, 'Two-step sign-in is on').waitFor()
  await page.getByText(`Text message to ${number}`).waitFor()
  await removeFactor(page, 'Phone')
  people.expectNoConsoleErrors()
})

test('other sessions are seen and ended, and one tab signs the other out', async () => {
  const laptop = await people.newPerson()
  const phone = await people.newPerson()
  await signIn(laptop, member)
  await signIn(phone, member)
  const { page } = here
  await page.goto('/privacy-security')
  await page.getByText('(this device)').waitFor()
  await page
    .getByRole('button', { name: /^Sign out Chrom/ })
    .first()
    .click()
  await toast(page, 'Signed out', 'That device').waitFor()
  await page.getByRole('button', { name: 'Sign out others' }).click()
  await toast(page, 'Signed out elsewhere').waitFor()
  for (const person of [laptop, phone]) {
    person.allowConsoleErrors(refused)
    await person.page.goto('/vendor-dashboard')
    await person.page.waitForURL('**/auth**')
  }

  await signIn(laptop, member)
  const secondTab = await laptop.context.newPage()
  await secondTab.goto('/vendor-dashboard')
  await secondTab.getByRole('heading', { level: 1 }).waitFor()
  await laptop.page.goto('/vendor-dashboard')
  await laptop.page.getByRole('button', { name: /user menu/ }).click()
  await laptop.page.getByRole('button', { name: 'Sign Out' }).click()
  await secondTab.waitForURL('**/auth?next=**')
  await secondTab.getByText('Your session has ended.').waitFor()
  people.expectNoConsoleErrors()
})

test('people take their data away, and delete their account', async () => {
  const { page } = here
  here.allowConsoleErrors(refused)
  await page.goto('/privacy-security')
  await here.settled() // what loads above would move the button from under the pointer
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export my data' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain(member.email)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your e-mail address').fill('someone@else.test')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('Enter your e-mail address exactly').waitFor()
  await dialog.getByLabel('Your e-mail address').fill(member.email)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await toast(page, 'Account deleted').waitFor()
  await page.goto('/auth')
  await fillSignIn(page, member)
  await toast(page, 'Sign In Error').waitFor()
  people.expectNoConsoleErrors()
})

async function removeFactor(page: Page, name: string) {
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Removed', name).waitFor()
}
