/** Tests the staff's decisions about organizations and users. */
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newMember } from './support/deal-fixtures.ts'
import { linkIn, readMail } from './support/mailbox.ts'
import { choose, fillSignIn, signIn, staff, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')
const refused = /status of 4\d\d/
let desk: Person
let buyer: Member
let client: Person

people.begin(async () => {
  buyer = await newMember(url, 'client')
  desk = await people.newPerson()
  client = await people.newPerson()
  await signIn(desk, staff)
  await signIn(client, buyer)
})

test('a decided application is in the history, with who decided', async () => {
  const { page } = desk
  await page.goto('/admin/applications')
  await page.getByRole('tab', { name: 'History' }).click()
  const row = page.getByRole('row').filter({ hasText: buyer.company })
  await row.getByText(buyer.organizationId).waitFor()
  await row.getByText('Stella Marsh').waitFor()
  people.expectNoConsoleErrors()
})

test('the overview leads to what waits, and the audit log tells who approved a business', async () => {
  const { page } = desk
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { name: 'The chain is whole' }).waitFor()
  await choose(page, 'Action', 'Application approved')
  await page.getByLabel('Search by person').fill(staff.email)
  const row = page.getByRole('row').filter({ hasText: 'Stella Marsh' }).first()
  await row.getByText('Application approved').waitFor()
  await row.getByRole('button', { name: /^Details/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Application approved' })
  await dialog.getByText('application.approve').waitFor()
  await dialog.getByText(staff.email).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  people.expectNoConsoleErrors()
})

test('a mail is found and opened as text, its secret masked', async () => {
  const { page } = desk
  const visitor = await people.newPerson()
  await visitor.page.goto('/forgot-password')
  await visitor.page.getByLabel('E-mail').fill(buyer.email)
  await visitor.page.getByRole('button', { name: 'Send reset link' }).click()
  const mail = await readMail(url, buyer.email, /Reset your password/)
  const token = new URL(linkIn(mail)).searchParams.get('token')!

  await page.goto('/admin')
  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await page.getByLabel('Search mail').fill(buyer.email)
  await page.getByRole('button', { name: `Open "Reset your password" to ${buyer.email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset your password' })
  const text = dialog.getByRole('region', { name: 'Text of the mail' })
  await text.getByText('Someone asked to reset the password').waitFor()
  expect(await text.textContent()).toContain('token=••••••')
  expect(await page.content()).not.toContain(token)
  expect(await dialog.getByRole('button', { name: 'Send Again' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/admin/audit-log?action=mail.open')
  await page.getByRole('row').filter({ hasText: 'Stella Marsh' }).first().waitFor()
  people.expectNoConsoleErrors()
})

test('jobs are seen by state, and what runs by the clock', async () => {
  const { page } = desk
  await page.goto('/admin/jobs')
  await page.getByRole('tab', { name: /^Failed/ }).waitFor()
  await page.getByRole('tab', { name: 'Scheduled' }).click()
  const row = page.getByRole('row').filter({ hasText: 'audit.chain' })
  await row.getByText('Link new rows of the audit log').waitFor()
  desk.allowConsoleErrors(/status of 404/)
  await page.goto('/admin/jobs?job=999999999')
  await page.getByText('This job is not in the queue').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  people.expectNoConsoleErrors()
})

test('a suspended organization loses access at once, and has it back after', async () => {
  const { page } = desk
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Organizations', exact: true }).click()
  await page.getByLabel('Search organizations').fill(buyer.company)
  const row = page.getByRole('row').filter({ hasText: buyer.organizationId })
  const choose = async (entry: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('Suspend')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Suspend organization' }).click()
  await dialog.getByText('Reason is required').waitFor()
  await dialog.getByLabel('Reason').fill('Sanctions check')
  await dialog.getByRole('button', { name: 'Suspend organization' }).click()
  await toast(page, 'Organization suspended').waitFor()
  await row.getByText('Sanctions check').waitFor()
  await expect(buyer.api.dprs.list({ tab: 'active' })).rejects.toThrow()
  client.allowConsoleErrors(refused)
  await client.page.goto('/client-dashboard')
  await client.page.waitForURL(/unauthorized|auth/)

  await choose('Activate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click()
  await toast(page, 'Organization activated').waitFor()
  const fresh = await people.newPerson()
  await signIn(fresh, buyer)
  await fresh.page.goto('/client-dashboard')
  await fresh.page.getByRole('link', { name: 'Create New DPR' }).first().waitFor()
  people.expectNoConsoleErrors()
})

test('an account is deactivated and reactivated, and its sessions ended', async () => {
  const { page } = desk
  client.allowConsoleErrors(refused)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Search users').fill(buyer.email)
  const row = page.getByRole('row').filter({ hasText: buyer.email })
  const choose = async (entry: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('End sessions')
  await toast(page, 'Sessions ended').waitFor()
  await row.getByText('0 sessions').waitFor()
  await choose('Deactivate User')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate User' }).click()
  await toast(page, 'User Deactivated').waitFor()
  await client.page.goto('/client-dashboard')
  await client.page.waitForURL('**/auth**')
  await fillSignIn(client.page, buyer)
  await toast(client.page, 'Sign In Error').waitFor()
  await choose('Reactivate User')
  await toast(page, 'User Reactivated').waitFor()
  await client.page.getByRole('button', { name: 'Sign In' }).click()
  await client.page.waitForURL(/\/(client-dashboard|dashboard-selection)$/)
  people.expectNoConsoleErrors()
})

test('a terminated organization is out for good', async () => {
  const { page } = desk
  await page.goto(`/admin/organizations?q=${buyer.organizationId}`)
  const row = page.getByRole('row').filter({ hasText: buyer.organizationId })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Terminate' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason').fill('Fraud')
  await dialog.getByRole('button', { name: 'Terminate organization' }).click()
  await toast(page, 'Organization terminated').waitFor()
  await row.getByText('Terminated').waitFor()
  await row.getByRole('button', { name: /^Actions for/ }).waitFor({ state: 'detached' })
  people.expectNoConsoleErrors()
})
