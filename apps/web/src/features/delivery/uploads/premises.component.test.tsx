/** Tests that a vendor whose data must not leave finds how to deliver it, and both what it signs with and how far it is. */
import { uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { closeToasts, expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

const source = { id: 'SRC-12', name: 'Household panel' }

test('the page has the command for the contract and a source; files that were chosen stay', {
  tags: 'scaled',
}, async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'deliveries.latest': null,
      'sources.list': { items: [source] },
    },
  })
  await page.getByLabelText(/Delivery notes/).fill('Please read it.')
  await page.getByRole('tab', { name: 'Run on your premises' }).click()
  await expect.element(page.getByText(/--source SRC-12/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy Command', exact: true }).click()
  expect(copied).toHaveBeenLastCalledWith(
    'semblance deliver --contract CTR-2001 --source SRC-12 \\\n  --signing-key signing-key.json customers.csv',
  )
  await closeToasts()
  await expectSound()
  await page.getByRole('tab', { name: 'Upload files' }).click()
  await expect.element(page.getByLabelText(/Delivery notes/)).toHaveValue('Please read it.')
})

test('a measurement shows how far it is, and what taking it back costs', async () => {
  const delivery = { status: 'measuring', isMeasuredByVendor: true, stage: 'measuring' } as const
  await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'deliveries.latest': { ...delivery, progress: 0.42 },
    },
  })
  await expect.element(page.getByText('42%')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Delivery' }).click()
  await expect.element(page.getByText(/its privacy budget is spent/)).toBeVisible()
})

test('an administrator registers the public half of a key alone, and revokes it', {
  tags: 'long',
}, async () => {
  const jwk = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const
  const key = { id: uuid(7), name: 'Vault', kid: 'k'.repeat(43), jwk, state: 'live' } as const
  const api = await renderPage('/developers', {
    viewer: client,
    answers: { 'keys.list': { items: [] }, 'signingKeys.list': { items: [] } },
  })
  await page.getByRole('button', { name: 'Register key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register a signing key' })
  await dialog.getByLabelText('Name').fill('Vault')
  const field = dialog.getByLabelText('Public key')
  await field.fill(JSON.stringify({ ...jwk, d: 'secret' }))
  await dialog.getByRole('button', { name: 'Register Key' }).click()
  await expect.element(dialog.getByText(/This is the private half/)).toBeVisible()
  expect(api.calls('signingKeys.register')).toEqual([])
  await field.fill(JSON.stringify(jwk))
  api.answer({ 'signingKeys.register': key, 'signingKeys.list': { items: [key] } })
  await dialog.getByRole('button', { name: 'Register Key' }).click()
  await expectToast('Key registered')
  expect(api.calls('signingKeys.register')).toEqual([{ name: 'Vault', jwk }])
  await expect.element(page.getByText(key.kid)).toBeVisible()
  await closeToasts()
  await expectSound()
  await page.getByRole('button', { name: 'Actions for Vault' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  api.answer({ 'signingKeys.revoke': { ...key, state: 'revoked' } })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Key' }).click()
  await expectToast('Key revoked')
  expect(api.calls('signingKeys.revoke')).toEqual([{ keyId: key.id }])
})
