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
    answers: { 'audit.checkChain': {}, 'audit.list': { items: [approval] } },
  })
  await expect.element(page.getByRole('heading', { name: 'The chain is whole' })).toBeVisible()
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

test('a broken chain is said to be broken, and where', async () => {
  await renderPage('/admin/audit-log', {
    viewer: staff,
    answers: {
      'audit.checkChain': { violations: ['Link 7 does not fit its row'] },
      'audit.list': { items: [] },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'The chain is broken' })).toBeVisible()
  await expect.element(page.getByText('Link 7 does not fit its row')).toBeVisible()
})
