/** Tests what administrators read of their organization's audit log. */
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/organization-audit-log'

test('an administrator reads who did what, and narrows it to money', async () => {
  const rows = [
    {
      seq: 8n,
      by: 'member',
      name: 'Daniel Reuter',
      action: 'approval.approve',
      object: 'approval:7',
      detail: { amountCents: '1896250' },
    },
    {
      seq: 7n,
      by: 'key',
      name: 'Nightly',
      action: 'data.download',
      object: 'delivery:9',
      detail: {},
    },
    {
      seq: 6n,
      by: 'staff',
      name: null,
      action: 'organization.activate',
      object: 'organization:1',
      detail: {},
    },
  ] as const
  const api = await renderPage(path, {
    viewer: client,
    answers: { 'audit.own': ({ group }) => ({ items: group ? [rows[0]] : [...rows] }) },
  })
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect.element(row('Daniel Reuter').getByText('$18,962.50')).toBeVisible()
  await expect.element(row('Nightly').getByText('Files downloaded')).toBeVisible()
  await expect.element(row('Staff of Semblance').getByText('Suspension ended')).toBeVisible()
  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: 'Money' }).click()
  await expect.element(row('Nightly')).not.toBeInTheDocument()
  expect(api.calls('audit.own').at(-1)).toMatchObject({ group: 'money' })
})

test('other members read that it is the administrators’', async () => {
  await renderPage(path, { viewer: { ...client, roles: ['client'] } })
  await expect.element(page.getByText('For administrators')).toBeVisible()
})
