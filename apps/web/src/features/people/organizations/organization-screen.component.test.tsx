/** Tests what an administrator can change of an organization's people and profile, and what others read. */
import { uuid } from '@testing/example.ts'
import type { Answers } from '@testing/fake-api.ts'
import { expectAddress, expectToast, settled } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/organization-settings'
const none = { items: [] }
const colleague = { id: uuid(5), name: 'Priya Raman', email: 'priya@example.test' }
const desk: Answers = {
  'organizations.get': {
    name: 'Halden Retail',
    email: 'a@halden.test',
    industry: 'retail',
    registrationNumber: 'HRB 1',
  },
  'organizations.listMembers': none,
  'organizations.listRequests': none,
  'organizations.listInvitations': none,
}
const open = (answers: Answers = {}) =>
  renderPage(path, { viewer: client, answers: { ...desk, ...answers } })

test.each([
  ['Approve Priya Raman', 'User Approved', 'organizations.approveRequest'],
  ['Reject Priya Raman', 'User Rejected', 'organizations.rejectRequest'],
] as const)('%s: the request is gone, and a notice says so', async (press, said, procedure) => {
  const waiting = { items: [{ ...colleague, role: 'Data Scientist' }] }
  const api = await open({ 'organizations.listRequests': waiting })
  const request = page.getByRole('listitem').filter({ hasText: colleague.email })
  await expect.element(request.getByText('Data Scientist')).toBeVisible()
  api.answer({ [procedure]: undefined, 'organizations.listRequests': none })
  await request.getByRole('button', { name: press }).click()
  await expectToast(said)
  await expect.element(request).not.toBeInTheDocument()
  expect(api.calls(procedure)).toMatchObject([{ id: colleague.id }])
})

test('an administrator resets a password, deactivates and reactivates', {
  tags: 'long',
}, async () => {
  const list = (status: 'active' | 'deactivated'): Answers => ({
    'organizations.listMembers': { items: [{ ...colleague, status }] },
  })
  const api = await open(list('active'))
  const row = page.getByRole('row').filter({ hasText: colleague.email })
  const choose = async (entry: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  api.answer({ 'organizations.resetMemberPassword': undefined })
  await choose('Reset Password')
  await expectToast('Password Reset')
  api.answer({
    'organizations.deactivateMember': { ...colleague, status: 'deactivated' },
    ...list('deactivated'),
  })
  await choose('Deactivate User')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Deactivate User' }).click()
  await expectToast('User Deactivated')
  await expect.element(row.getByText('Deactivated')).toBeVisible()
  api.answer({ 'organizations.reactivateMember': colleague, ...list('active') })
  await choose('Reactivate User')
  await expectToast('User Reactivated')
  await expect.element(row.getByText('Active')).toBeVisible()
})

test('an invitation is sent and stands among the open ones', async () => {
  const email = 'lena@example.test'
  const api = await open()
  await page.getByLabelText('E-mail of the person').fill(email)
  api.answer({
    'organizations.inviteMember': { email },
    'organizations.listInvitations': { items: [{ email }] },
  })
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast('Invitation sent', email)
  const invitations = page.getByRole('list', { name: 'Open invitations' })
  await expect.element(invitations.getByText(email)).toBeVisible()
  const roles = ['requester', 'seller', 'data_engineer']
  expect(api.calls('organizations.inviteMember')).toEqual([{ email, roles }])
})

test('an administrator changes the profile, but not the registration number', async () => {
  const api = await open()
  await page.getByLabelText('Website').fill('halden.example')
  await page.getByLabelText('Description').fill('Grocery and homeware, 212 stores.')
  const number = page.getByLabelText('Registration number')
  await expect.element(number).toHaveAttribute('readonly')
  api.answer({ 'organizations.update': { industry: 'retail', website: 'halden.example' } })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Organization Updated')
  expect(api.calls('organizations.update')).toMatchObject([
    { website: 'halden.example', description: 'Grocery and homeware, 212 stores.' },
  ])
})

test('a member gets other roles, and a person who is let in the chosen one', async () => {
  const waiting = { items: [{ ...colleague, id: uuid(6), name: 'Piotr Z', role: 'Analyst' }] }
  const api = await open({
    'organizations.listMembers': { items: [{ ...colleague, roles: ['requester'] }] },
    'organizations.listRequests': waiting,
  })
  const row = page.getByRole('row').filter({ hasText: colleague.email })
  await expect.element(row.getByText('Requester')).toBeVisible()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change Roles' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('checkbox', { name: /^Finance/ }).click()
  api.answer({ 'organizations.setMemberRoles': { ...colleague, roles: ['requester', 'finance'] } })
  await dialog.getByRole('button', { name: 'Save Roles' }).click()
  await expectToast('Roles Changed')
  expect(api.calls('organizations.setMemberRoles')).toEqual([
    { id: colleague.id, roles: ['requester', 'finance'] },
  ])
  await page.getByRole('combobox', { name: 'Role of Piotr Z' }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  api.answer({ 'organizations.approveRequest': undefined })
  await page.getByRole('button', { name: 'Approve Piotr Z' }).click()
  await expectToast('User Approved')
  expect(api.calls('organizations.approveRequest')).toEqual([{ id: uuid(6), roles: [] }])
})

test('what each role may do stands there for every member', async () => {
  await renderPage(path, { viewer: { ...client, roles: ['client'] }, answers: desk })
  const table = page.getByRole('table', { name: 'What each role may do' })
  await expect.element(table.getByText('Approve above a limit')).toBeVisible()
  await expect.element(table.getByRole('columnheader', { name: 'Seller' })).not.toBeInTheDocument()
})

test('a member without that right reads, and changes nothing', async () => {
  await renderPage(path, {
    viewer: { ...client, roles: ['client'] },
    answers: { ...desk, 'organizations.listMembers': { items: [colleague] } },
  })
  await expect.element(page.getByRole('row').filter({ hasText: colleague.email })).toBeVisible()
  await settled()
  expect(page.getByRole('button', { name: 'Save Changes' }).elements()).toEqual([])
  expect(page.getByRole('button', { name: /^Actions for/ }).elements()).toEqual([])
})

test('a visitor reads the sample organization, and deciding leads to sign in', {
  tags: 'long',
}, async () => {
  const waiting = { items: [colleague] }
  await renderPage(path, { answers: { ...desk, 'organizations.listRequests': waiting } })
  await expect.element(page.getByText('Halden Retail').first()).toBeVisible()
  const heading = page.getByRole('heading', { name: 'Pending employee requests' })
  await expect.element(heading).toBeVisible()
  await settled()
  expect(page.getByRole('button', { name: 'Save Changes' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Approve Priya Raman' }).click()
  await expectAddress('/auth?next=%2Forganization-settings')
  await renderPage('/user-settings')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expectAddress('/auth?next=%2Fuser-settings')
})

const limits = { paymentCents: 1_000_000n, monthCents: null }
const change = {
  id: uuid(7),
  of: 'organization' as const,
  from: limits,
  to: { paymentCents: 5_000_000n, monthCents: null },
  askedBy: 'Priya Raman',
}
const rulesWith = (waiting: object[]): Answers => ({
  'spending.rules': { organization: limits, member: limits, needsConfirmation: true, waiting },
})

test('a higher limit is confirmed by another person, and only withdrawn by who asked', async () => {
  const api = await open(rulesWith([{ ...change, bar: null }]))
  const list = page.getByRole('list', { name: 'Higher limits that wait' })
  await expect
    .element(list.getByText('up to $50,000.00 at a time, any amount a month'))
    .toBeVisible()
  const rules = { organization: change.to, member: limits, needsConfirmation: true }
  const own = rulesWith([{ ...change, id: uuid(8), bar: 'own' }])
  api.answer({ 'spending.decideChange': { ...rules, waiting: [] }, ...own })
  await list.getByRole('button', { name: 'Confirm Limit' }).click()
  await expectToast('Limit Confirmed')
  expect(api.calls('spending.decideChange')).toEqual([{ id: change.id, decision: 'confirm' }])
  await expect.element(list.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  expect(list.getByRole('button', { name: 'Confirm Limit' }).elements()).toEqual([])
})

test('a member who may not approve sees that a higher limit waits, without a button', {
  tags: 'long',
}, async () => {
  const answers = { ...desk, ...rulesWith([{ ...change, bar: 'role' }]) }
  await renderPage(path, { viewer: { ...client, roles: ['client'] }, answers })
  const list = page.getByRole('list', { name: 'Higher limits that wait' })
  await expect.element(list.getByText('another administrator decides')).toBeVisible()
  expect(list.getByRole('button').elements()).toEqual([])
})
