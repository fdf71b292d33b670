/** Tests how one's own account is guarded, seen and left: second factors, sessions, data. */
import { uuid } from '@testing/example.ts'
import type { Answers } from '@testing/fake-api.ts'
import {
  closeToasts,
  downloadBy,
  expectAddress,
  expectRefusal,
  expectToast,
  fill,
} from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client, sessionOf } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const factor = uuid(70)
const phone = '+13125550142'
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Opens the page with the session in the browser's store as well, where the account query reads it. */
function open(answers: Answers = {}) {
  localStorage.setItem(`sb-${location.hostname}-auth-token`, JSON.stringify(sessionOf(client)))
  return renderPage('/privacy-security', {
    viewer: client,
    answers: { 'settings.listSessions': { items: [] }, ...answers },
  })
}

test('a phone becomes a second factor by the code that was sent to it, and is removed', async () => {
  const api = await open()
  const asked: unknown[] = []
  const answer = (body: object) => async (request: Request) => {
    asked.push(await request.json())
    return Response.json(body)
  }
  api.answerHttp({
    'POST /auth/v1/factors': answer({ id: factor, type: 'phone', phone }),
    [`POST /auth/v1/factors/${factor}/challenge`]: answer({ id: uuid(71), type: 'phone' }),
    [`POST /auth/v1/factors/${factor}/verify`]: answer(sessionOf(client)),
    [`DELETE /auth/v1/factors/${factor}`]: () => Response.json({ id: factor }),
    'POST /auth/v1/token': () => Response.json(sessionOf(client)),
  })
  const accountWith = (factors: object[]) =>
    api.answerHttp({
      'GET /auth/v1/user': () => Response.json({ ...sessionOf(client).user, factors }),
    })
  await expect.element(page.getByText('Your password alone opens your account.')).toBeVisible()
  await button('Add phone').click()
  await fill({ 'Phone number': '00 1 312 555-0142' })
  await button('Send code').click()
  await expect.element(page.getByText(`We sent a text message to ${phone}.`)).toBeVisible()
  const created_at = '2026-03-02T09:30:00Z'
  const known = { id: factor, factor_type: 'phone', friendly_name: 'Phone', created_at, phone }
  accountWith([{ ...known, status: 'verified' }])
  await fill({ Code: '123456' })
  await button('Turn on').click()
  await expectToast('Two-step sign-in is on')
  await expect.element(page.getByText(`Text message to ${phone}`)).toBeVisible()
  expect(asked).toMatchObject([
    { factor_type: 'phone', friendly_name: 'Phone', phone },
    { channel: 'sms' },
    { challenge_id: uuid(71), code: '123456' },
  ])

  accountWith([])
  await button('Remove Phone').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast('Removed', 'Phone')
  await expect.element(page.getByText('Your password alone opens your account.')).toBeVisible()
})

test('other sessions are seen and ended, one by one and all at once', async () => {
  const here = { id: uuid(1), device: 'Firefox on Linux', isCurrent: true }
  const other = (id: number, device: string) => ({ id: uuid(id), device, place: 'Leeds' })
  const phoneApp = other(2, 'Chromium on Android')
  const laptop = other(3, 'Safari on macOS')
  const api = await open({ 'settings.listSessions': { items: [here, phoneApp, laptop] } })
  await expect.element(page.getByText('(this device)')).toBeVisible()
  api.answer({
    'settings.revokeSession': undefined,
    'settings.listSessions': { items: [here, laptop] },
  })
  await button('Sign out Chromium on Android, Leeds').click()
  await expectToast('Signed out', 'That device')
  await expect.element(page.getByText(phoneApp.device)).not.toBeInTheDocument()
  expect(api.calls('settings.revokeSession')).toEqual([{ id: phoneApp.id }])
  api.answer({
    'settings.revokeOtherSessions': { ended: 1 },
    'settings.listSessions': { items: [here] },
  })
  await button('Sign out others').click()
  await expectToast('Signed out elsewhere', '1 session')
  await expect.element(page.getByText(laptop.device)).not.toBeInTheDocument()
  await expect.element(button('Sign out others')).not.toBeInTheDocument()
})

test('one’s own data is saved as a file', async () => {
  await open({ 'settings.exportData': { profile: { email: client.email } } })
  const file = await downloadBy(() => button('Export my data').click())
  expect(file.name).toMatch(/^semblance-data-.*\.json$/)
  expect(await file.text()).toContain(client.email)
})

test('an account is deleted by whoever types its address', async () => {
  const api = await open({ 'settings.deleteAccount': undefined })
  await button('Delete account').click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabelText('Your e-mail address')
  const confirm = () => dialog.getByRole('button', { name: 'Delete account' }).click()
  await address.fill('someone@else.test')
  await confirm()
  await expectRefusal(address, 'Enter your e-mail address exactly')
  expect(api.calls('settings.deleteAccount')).toEqual([])
  await closeToasts()
  await address.fill(client.email)
  await confirm()
  await expectToast('Account deleted')
  await expectAddress('/')
  expect(api.calls('settings.deleteAccount')).toEqual([{ email: client.email }])
})
