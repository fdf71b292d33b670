import { type ApiRequest, errors } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { choose } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const key = { id: uuid(7), name: 'Nightly import', start: 'smb_live_aB3a' }
const refused = {
  key,
  operation: 'contracts.list',
  status: 403,
  code: 'scope_missing',
  ms: 7,
  requestId: 'request-7',
} satisfies Partial<ApiRequest>

test('requests by keys are listed with their answers, and filtered by key and by failure', async () => {
  const api = await renderPage('/developers?tab=requests', {
    viewer: client,
    answers: { 'keys.list': { items: [key] }, 'keys.requests': { items: [refused] } },
  })
  const row = page.getByRole('row').filter({ hasText: 'contracts.list' })
  for (const text of ['403', 'scope_missing', '7 ms', 'Nightly import', 'request-7'])
    await expect.element(row.getByText(text)).toBeVisible()
  await expectSound()
  await page.getByRole('radio', { name: 'Errors' }).click()
  await choose('Key', 'Nightly import (smb_live_aB3a…)')
  await expect
    .poll(() => api.calls('keys.requests').at(-1))
    .toMatchObject({ isRefused: true, keyId: key.id })
  await choose('Error code', 'scope_missing')
  await expect
    .poll(() => api.calls('keys.requests').at(-1))
    .toMatchObject({ keyId: key.id, code: 'scope_missing' })
  api.answer({ 'keys.requests': { items: [] } })
  await page.getByRole('radio', { name: 'All' }).click()
  await expect.element(page.getByText('No such request')).toBeVisible()
})

test('errors are found by code, status and words, with what they say and how long to wait', {
  tags: 'long',
}, async () => {
  await renderPage('/developers?tab=errors', { viewer: client, answers: {} })
  const count = () => page.getByRole('table', { name: 'Errors' }).getByRole('row').elements().length
  expect(count()).toBe(1 + 12)
  const search = page.getByRole('searchbox', { name: 'Search errors' })
  await search.fill('does not answer 503')
  const row = page.getByRole('row').filter({ hasText: 'database_unavailable' })
  for (const text of ['503', 'Our database does not answer', '5 s'])
    await expect.element(row.getByText(text)).toBeVisible()
  await expectSound()
  await search.fill('no such code')
  await expect.element(page.getByText('No such error')).toBeVisible()
  await search.fill('')
  await page.getByRole('button', { name: /^Show all/ }).click()
  expect(count()).toBe(1 + Object.keys(errors).length)
})
