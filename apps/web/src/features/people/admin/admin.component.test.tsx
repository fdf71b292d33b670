/** Tests what staff decide about organizations and users, and where the overview leads. */
import { uuid } from '@testing/example.ts'
import type { Answers } from '@testing/fake-api.ts'
import { expectAddress, expectToast } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const organization = { id: uuid(5), name: 'Halden Retail', organizationId: 'ORG-10001-BUYER' }
type Organization = NonNullable<
  Exclude<NonNullable<Answers['admin.organizations.list']>, (...input: never[]) => unknown>['items']
>[number]
const organizations = (changes: Organization = {}): Answers => ({
  'admin.organizations.list': { items: [{ ...organization, ...changes }] },
})

const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const actions = (text: string) => row(text).getByRole('button', { name: /^Actions for/ })
async function act(text: string, entry: string) {
  await actions(text).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
const confirm = (name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

test('the overview names what waits, and leads there', async () => {
  await renderPage('/admin', {
    viewer: staff,
    answers: {
      'admin.overview': { waiting: [{ task: 'mails', count: 2 }] },
      'mails.list': { items: [] },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await page.getByRole('link', { name: /2 refused mails/ }).click()
  await expectAddress('/admin/mail?state=failed')
})

const destinations = casesOf<[name: string, path: string]>(
  [['Users', '/admin/users']],
  [
    ['Audit log', '/admin/audit-log'],
    ['Mail', '/admin/mail'],
    ['Organizations', '/admin/organizations'],
  ],
)

test.each(destinations)(
  'the navigation of staff leads to %s',
  { tags: 'scaled' },
  async (name, path) => {
    await renderPage('/admin', {
      viewer: staff,
      answers: {
        'audit.list': { items: [] },
        'transparency.check': {},
        'transparency.status': { logs: [] },
        'mails.list': { items: [] },
        'admin.organizations.list': { items: [] },
        'admin.users.list': { items: [] },
      },
    })
    await page.getByRole('link', { name, exact: true }).first().click()
    await expectAddress(path)
  },
)

test('an organization is suspended for a reason, and activated again', async () => {
  const api = await renderPage('/admin/organizations', { viewer: staff, answers: organizations() })
  await page.getByLabelText('Search organizations').fill('halden')
  await expect
    .poll(() => api.calls('admin.organizations.list').at(-1))
    .toMatchObject({ search: 'halden' })
  const { organizationId, id } = organization
  await act(organizationId, 'Suspend')
  await confirm('Suspend organization')
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Reason is required')).toBeVisible()
  expect(api.calls('admin.organizations.suspend')).toEqual([])
  const suspended: Organization = {
    status: 'suspended',
    statusReason: 'Sanctions check',
    statusChangedAt: new Date(),
  }
  api.answer({ 'admin.organizations.suspend': suspended, ...organizations(suspended) })
  await dialog.getByLabelText('Reason').fill('Sanctions check')
  await confirm('Suspend organization')
  await expectToast('Organization suspended')
  await expect.element(row(organizationId).getByText('Sanctions check')).toBeVisible()
  expect(api.calls('admin.organizations.suspend')).toEqual([{ id, reason: 'Sanctions check' }])

  api.answer({ 'admin.organizations.activate': organization, ...organizations() })
  await act(organizationId, 'Activate')
  await confirm('Activate')
  await expectToast('Organization activated')
  expect(api.calls('admin.organizations.activate')).toEqual([{ id }])
})

test('a terminated organization is out for good: it has no actions', async () => {
  const { organizationId, id } = organization
  const path = `/admin/organizations?q=${organizationId}`
  const api = await renderPage(path, { viewer: staff, answers: organizations() })
  await act(organizationId, 'Terminate')
  await page.getByRole('alertdialog').getByLabelText('Reason').fill('Fraud')
  const terminated: Organization = { status: 'terminated', statusReason: 'Fraud' }
  api.answer({ 'admin.organizations.terminate': terminated, ...organizations(terminated) })
  await confirm('Terminate organization')
  await expectToast('Organization terminated')
  await expect.element(row(organizationId).getByText('Terminated')).toBeVisible()
  await expect.element(actions(organizationId)).not.toBeInTheDocument()
  expect(api.calls('admin.organizations.terminate')).toEqual([{ id, reason: 'Fraud' }])
  expect(api.calls('admin.organizations.list')[0]).toMatchObject({ search: organizationId })
})

test('an account’s sessions are ended, and it is deactivated and reactivated', async () => {
  const user = { id: uuid(6), name: 'Priya Raman', email: 'priya@example.test', sessionsCount: 2 }
  const list = (changes: { sessionsCount?: number; isDeactivated?: boolean } = {}): Answers => ({
    'admin.users.list': { items: [{ ...user, ...changes }] },
  })
  const api = await renderPage('/admin/users', { viewer: staff, answers: list() })
  await page.getByLabelText('Search users').fill('priya')
  await expect.poll(() => api.calls('admin.users.list').at(-1)).toMatchObject({ search: 'priya' })
  api.answer({ 'admin.users.endSessions': user, ...list({ sessionsCount: 0 }) })
  await act(user.email, 'End sessions')
  await expectToast('Sessions ended')
  await expect.element(row(user.email).getByText('0 sessions')).toBeVisible()

  api.answer({ 'admin.users.deactivate': user, ...list({ isDeactivated: true }) })
  await act(user.email, 'Deactivate User')
  await confirm('Deactivate User')
  await expectToast('User Deactivated')
  await expect.element(row(user.email).getByText('Deactivated')).toBeVisible()
  api.answer({ 'admin.users.reactivate': user, ...list() })
  await act(user.email, 'Reactivate User')
  await expectToast('User Reactivated')
  await expect.element(row(user.email).getByText('Deactivated')).not.toBeInTheDocument()
  for (const name of ['endSessions', 'deactivate', 'reactivate'] as const)
    expect(api.calls(`admin.users.${name}`)).toEqual([{ id: user.id }])
})
