/** Tests what staff do where a mailbox or a member's open page takes part. */
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from '../support/browser.ts'
import { type Member, newMember } from '../support/deal-fixtures.ts'
import { linkIn, readMail } from '../support/mailbox.ts'
import { newSignedIn } from '../support/sessions.ts'
import { staff, toast } from '../support/steps.ts'

const people = usePeople()
const url = inject('url')
let desk: Person
let buyer: Member

people.begin(async () => {
  buyer = await newMember(url, 'client')
  desk = await newSignedIn(people, staff)
})

test('a mail is found and opened as text, its secret masked, and the opening is in the log', async () => {
  const { page } = desk
  const visitor = await people.newPerson()
  await visitor.page.goto('/forgot-password')
  await visitor.page.getByLabel('E-mail').fill(buyer.email)
  await visitor.page.getByRole('button', { name: 'Send reset link' }).click()
  const mail = await readMail(url, buyer.email, /Reset your password/)
  const token = new URL(linkIn(mail)).searchParams.get('token')!

  await page.goto('/admin/mail')
  await page.getByLabel('Search mail').fill(buyer.email)
  await page.getByRole('button', { name: `Open "Reset your password" to ${buyer.email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset your password' })
  const text = dialog.getByRole('region', { name: 'Text of the mail' })
  await text.getByText('Someone asked to reset the password').waitFor()
  expect(await text.textContent()).toContain('token=••••••')
  expect(await page.content()).not.toContain(token)
  await page.goto('/admin/audit-log?action=mail.open')
  await page.getByRole('row').filter({ hasText: 'Stella Marsh' }).first().waitFor()
  people.expectNoConsoleErrors()
})

test('a suspended organization loses access at once, and has it back after', async () => {
  const client = await newSignedIn(people, buyer)
  await client.page.goto('/client-dashboard')
  const { page } = desk
  await page.goto(`/admin/organizations?q=${buyer.organizationId}`)
  const row = page.getByRole('row').filter({ hasText: buyer.organizationId })
  const choose = async (entry: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('Suspend')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('Sanctions check')
  client.allowConsoleErrors(/status of 4\d\d/)
  await dialog.getByRole('button', { name: 'Suspend organization' }).click()
  await toast(page, 'Organization suspended').waitFor()
  await row.getByText('Sanctions check').waitFor()
  await client.page.goto('/client-dashboard')
  await client.page.waitForURL(/unauthorized|auth/)

  await choose('Activate')
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await toast(page, 'Organization activated').waitFor()
  const fresh = await newSignedIn(people, buyer)
  await fresh.page.goto('/client-dashboard')
  await fresh.page.getByRole('link', { name: 'Create New DPR' }).first().waitFor()
  people.expectNoConsoleErrors()
})
