/** Tests that administrators make, rotate and revoke keys, read a new key once, and others do none of it. */
import type { ApiKey } from '@semblance/contract'
import { exampleDate, uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import {
  axeFaults,
  choose,
  closeToasts,
  downloadBy,
  expectRefusal,
  expectToast,
  settled,
} from '@testing/interactions.ts'
import { phone, renderPage } from '@testing/render.tsx'
import { client, type Viewer } from '@testing/viewers.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

const path = '/developers'
const secret = `smb_live_${'aB3'.repeat(16)}x`
const key = {
  id: uuid(7),
  name: 'Nightly import',
  start: 'smb_live_aB3a',
  scopes: ['market:read', 'offers:read', 'offers:write', 'money'],
  limitCents: 1_250_50n,
  allowed: ['192.0.2.0/24'],
  state: 'live',
  expiresAt: new Date('2027-02-23T09:30:00Z'),
} satisfies Partial<ApiKey>
const ended = [
  { ...key, id: uuid(8), name: 'Old import', state: 'revoked', lastUsedAt: exampleDate },
  { ...key, id: uuid(9), name: 'Older', scopes: ['dprs:read'], allowed: [], state: 'expired' },
] satisfies Partial<ApiKey>[]

const open = (answers: Answers = {}, viewer: Viewer = client) =>
  renderPage(path, {
    viewer,
    answers: {
      'keys.list': { items: [key, ...ended] },
      'signingKeys.list': { items: [] },
      ...answers,
    },
  })

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = page.getByRole('dialog', { name: 'New key' })
const stored = page.getByRole('alertdialog', { name: 'Store the key Nightly import now' })

async function act(entry: 'Rotate' | 'Revoke'): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Nightly import' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('without keys, the page says what one is; a new key has what was chosen, and is shown once', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const api = await open({ 'keys.list': { items: [] } })
  await page.getByRole('button', { name: 'Copy Command' }).click()
  expect(copied).toHaveBeenLastCalledWith(
    `curl -H "Authorization: Bearer $SEMBLANCE_KEY" "${location.origin}/api/marketplace?limit=5"`,
  )
  await expectSound()
  await closeToasts()

  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabelText('Name').fill('Nightly import')
  const reading = dialog.getByRole('group', { name: 'Read', exact: true })
  await reading.getByRole('checkbox', { name: 'Read the marketplace' }).click()
  expect(dialog.getByLabelText('Limit of each act').elements()).toEqual([])
  await dialog.getByRole('checkbox', { name: /^Accept offers, pay into escrow/ }).click()
  await dialog.getByLabelText('Limit of each act').fill('1,250.50')
  await dialog.getByLabelText('Network addresses').fill('192.0.2.0/24\n\n 2001:db8::/32 \n')
  await choose('Ends after', '30 days')
  api.answer({ 'keys.create': { key, secret }, 'keys.list': { items: [key] } })
  await dialog.getByRole('button', { name: 'Make Key' }).click()

  await expect.element(stored.getByLabelText('Key', { exact: true })).toHaveValue(secret)
  await expect.element(stored.getByText(/will not be shown again/)).toBeVisible()
  expect(await axeFaults()).toEqual([])
  expect(api.calls('keys.create')).toEqual([
    {
      name: 'Nightly import',
      scopes: ['market:read', 'money'],
      limitCents: 1_250_50n,
      allowed: ['192.0.2.0/24', '2001:db8::/32'],
      days: 30,
    },
  ])
  await stored.getByRole('button', { name: 'Copy Key' }).click()
  expect(copied).toHaveBeenLastCalledWith(secret)
  await stored.getByRole('button', { name: 'I have stored it' }).click()
  await expect.element(row('Nightly import')).toBeVisible()
  expect(document.documentElement.outerHTML).not.toContain(secret)
})

test('a key that opens datasets is saved as the profile file of Delta Sharing, others are not', {
  tags: 'long',
}, async () => {
  const api = await open()
  const scope = /^Open delivered tables/
  for (const scopes of [['dashboards:read'], ['datasets:read']] as const) {
    await page.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabelText('Name').fill('Notebook')
    const label = scopes[0] === 'datasets:read' ? scope : 'Read dashboards'
    await dialog.getByRole('checkbox', { name: label }).click()
    api.answer({ 'keys.create': { key: { ...key, scopes: [...scopes] }, secret } })
    await dialog.getByRole('button', { name: 'Make Key' }).click()
    const save = stored.getByRole('button', { name: 'Save Profile File' })
    if (scopes[0] === 'datasets:read') {
      const file = await downloadBy(() => save.click())
      expect(file.name).toBe('semblance.share')
      expect(JSON.parse(await file.text())).toEqual({
        shareCredentialsVersion: 1,
        endpoint: `${location.origin}/delta-sharing`,
        bearerToken: secret,
        expirationTime: key.expiresAt.toISOString(),
      })
    } else {
      await expect.element(stored.getByRole('button', { name: 'Copy Key' })).toBeVisible()
      expect(save.elements()).toEqual([])
    }
    await stored.getByRole('button', { name: 'I have stored it' }).click()
  }
})

test('each field says what is wrong with it, the server about what it alone knows', {
  tags: 'long',
}, async () => {
  const api = await open()
  await page.getByRole('button', { name: 'New key' }).click()
  const make = dialog.getByRole('button', { name: 'Make Key' })
  const [name, addresses] = [dialog.getByLabelText('Name'), dialog.getByLabelText('Network')]
  await addresses.fill('192.0.2.7\n192.0.2')
  await make.click()
  await expectRefusal(name, 'Name is required')
  await expectRefusal(addresses, '“192.0.2” is no address. Enter addresses such as 192.0.2.7')
  await expect.element(dialog.getByText('Choose what the key may do')).toBeVisible()
  expect(await axeFaults()).toEqual([])
  const money = dialog.getByRole('checkbox', { name: /^Accept offers, pay into escrow/ })
  const limit = dialog.getByLabelText('Limit of each act')
  await money.click()
  await name.fill('Import')
  await addresses.fill('')
  for (const [typed, message] of [
    ['', 'Limit is required'],
    ['18.500', 'Enter dollars and cents'],
    ['9,000,000,000', 'Limit is too large'],
  ] as const) {
    await limit.fill(typed)
    await make.click()
    await expectRefusal(limit, message)
  }
  await money.click()
  await dialog.getByRole('checkbox', { name: 'Read dashboards' }).click()
  expect(api.calls('keys.create')).toEqual([])
  api.answer({ 'keys.create': refuse('bad_input', { field: 'name' }) })
  await make.click()
  await expectRefusal(name, /./)
  await closeToasts()
  api.answer({ 'keys.create': refuse('keys_full') })
  await make.click()
  await expectToast('No key was made', 'An organization has at most 50 keys')
  expect(api.calls('keys.create')).toMatchObject([
    { scopes: ['dashboards:read'], limitCents: 0n, allowed: [], days: 90 },
    { name: 'Import' },
  ])
})

test('a list of keys says what each may do; one that works is rotated and revoked as chosen', {
  tags: 'long',
}, async () => {
  const api = await open()
  const live = row('Nightly import')
  for (const text of ['smb_live_aB3a…', 'Read the marketplace', '$1,250.50', '192.0.2.0/24'])
    await expect.element(live.getByText(text)).toBeVisible()
  await live.getByText('and 2 more').click()
  await expect.element(live.getByText(/up to the limit$/)).toBeVisible()
  for (const text of ['Never used', 'Feb 23, 2027', /^Live$/])
    await expect.element(live.getByText(text)).toBeVisible()
  for (const text of ['Moves no money', 'Every address', 'Expired'])
    await expect.element(row('Older').getByText(text)).toBeVisible()
  for (const text of ['Revoked', 'Ended early'])
    await expect.element(row('Old import').getByText(text)).toBeVisible()
  expect(page.getByRole('button', { name: /^Actions for/ }).elements()).toHaveLength(1)
  await expectSound()

  await act('Rotate')
  await choose('How long the old key works on', '72 hours')
  api.answer({ 'keys.rotate': { key: { ...key, id: uuid(17) }, secret } })
  await page.getByRole('button', { name: 'Rotate Key' }).click()
  await expect.element(stored.getByLabelText('Key', { exact: true })).toHaveValue(secret)
  expect(api.calls('keys.rotate')).toEqual([{ keyId: key.id, overlapHours: 72 }])
  await stored.getByRole('button', { name: 'I have stored it' }).click()

  await act('Revoke')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await act('Revoke')
  api.answer({
    'keys.revoke': { ...key, state: 'revoked' },
    'keys.list': { items: [{ ...key, state: 'revoked' }] },
  })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Key' }).click()
  await expectToast('Key revoked')
  await expect.element(live.getByText('Revoked')).toBeVisible()
  expect(api.calls('keys.revoke')).toEqual([{ keyId: key.id }])
})

test('a member who is no administrator reads who makes keys, and asks for none', async () => {
  const api = await open({}, { ...client, roles: ['client'] })
  await expect.element(page.getByText(/^With a key.+Administrators of an/)).toBeVisible()
  await settled()
  expect(page.getByRole('button', { name: 'New key' }).elements()).toEqual([])
  expect(api.calls('keys.list')).toEqual([])
  await page.viewport(phone.width, phone.height)
  expect(await axeFaults()).toEqual([])
})
