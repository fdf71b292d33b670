import { choose, press } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const approval = {
  seq: 7n,
  actorName: 'Stella Marsh',
  actorEmail: 'stella@example.test',
  action: 'application.approve',
  object: 'application:7',
  detail: { organizationId: 'ORG-10001-BUYER' },
}

test('the audit log is searched by action and person, and each row is read in full', async () => {
  const api = await renderPage('/admin/audit-log', {
    viewer: staff,
    answers: {
      'transparency.check': {},
      'transparency.status': { logs: [] },
      'audit.list': { items: [approval] },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'The log fits the rows' })).toBeVisible()
  await choose('Action', 'Application approved')
  await page.getByLabelText('Search by person').fill(approval.actorEmail)
  await expect
    .poll(() => api.calls('audit.list').at(-1))
    .toMatchObject({ action: 'application.approve', actor: approval.actorEmail })
  const row = page.getByRole('row').filter({ hasText: approval.actorName })
  await expect.element(row.getByText('Application approved')).toBeVisible()
  await row.getByRole('button', { name: /^Details/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Application approved' })
  for (const text of [approval.action, approval.actorEmail, 'ORG-10001-BUYER'])
    await expect.element(dialog.getByText(text)).toBeVisible()
  await press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a log that does not fit its rows is said to differ, and where', async () => {
  await renderPage('/admin/audit-log', {
    viewer: staff,
    answers: {
      'transparency.check': { violations: ['a row is what its leaf says: audit row 7'] },
      'transparency.status': { logs: [] },
      'audit.list': { items: [] },
    },
  })
  await expect
    .element(page.getByRole('heading', { name: 'The log and the rows differ' }))
    .toBeVisible()
  await expect.element(page.getByText('a row is what its leaf says: audit row 7')).toBeVisible()
})

test('staff open a new log after a rollback, once they confirm', async () => {
  const api = await renderPage('/admin/audit-log', {
    viewer: staff,
    answers: {
      'transparency.check': {},
      'transparency.status': { logs: [{ number: 1, state: 'rolled_back' }] },
      'transparency.openLog': { origin: 'semblance.test/log/2' },
      'audit.list': { items: [] },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'The log has stopped' })).toBeVisible()
  await page.getByRole('button', { name: 'Open New Log' }).click()
  expect(api.calls('transparency.openLog')).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Open New Log' }).click()
  await expect.poll(() => api.calls('transparency.openLog')).toHaveLength(1)
})
