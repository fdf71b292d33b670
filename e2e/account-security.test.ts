/** Tests a user's own account where a mailbox, a second device and the server take part. */
import { Secret, TOTP } from 'otpauth'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newMember } from './support/deal-fixtures.ts'
import { linkIn, readMail } from './support/mailbox.ts'
import { newSignedIn } from './support/sessions.ts'
import { fillSignIn, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')
const codeSeconds = 30
let member: Member
let here: Person

people.begin(async () => {
  member = await newMember(url, 'vendor')
  here = await newSignedIn(people, member)
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
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: codeSeconds })
  await dialog.getByLabel('Code').fill(totp.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await toast(page, 'Two-step sign-in is on').waitFor()

  const { page: step } = await people.newPerson()
  await step.goto('/auth')
  await fillSignIn(step, member)
  await step.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  await step.goto('/vendor-dashboard')
  await step.waitForURL('**/auth')
  await step.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  // No code counts twice; the next one is taken a step ahead of its time.
  const next = totp.generate({ timestamp: Date.now() + codeSeconds * 1000 })
  await step.getByLabel('Code').fill(next)
  await step.getByRole('button', { name: 'Confirm' }).click()
  await step.waitForURL(/dashboard/)
  people.expectNoConsoleErrors()

  await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Removed', 'Authenticator app').waitFor()
  await page.getByText('Your password alone opens your account.').waitFor()
  people.expectNoConsoleErrors()
})
