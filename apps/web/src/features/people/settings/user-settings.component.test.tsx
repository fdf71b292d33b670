/** Tests what people change about themselves: name, password, preferences. */
import type { Answers } from '@testing/fake-api.ts'
import { expectRefusal, expectToast, fill } from '@testing/interactions.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { client, profileOf, sessionOf } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const preferences = { emailNotifications: true, marketingEmails: true }
const open = (path: string, answers: Answers = {}) =>
  renderPage(path, {
    viewer: client,
    answers: { 'settings.getNotificationPreferences': preferences, ...answers },
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a changed name is in the user menu at once', async () => {
  const api = await open('/user-settings')
  const changes = { first_name: 'Robin', last_name: 'van Example', job_title: 'Data Lead' }
  const sent: unknown[] = []
  api.answerHttp({
    'PATCH /rest/v1/profiles': async (request) => {
      sent.push(await request.json())
      return new Response(null, { status: 204 })
    },
    'GET /rest/v1/profiles': () => Response.json({ ...profileOf(client), ...changes }),
  })
  await fill({ 'Full name': 'Robin van Example', 'Job title': 'Data Lead' })
  await button('Save Changes').click()
  await expectToast('Profile Updated', 'Profile updated successfully')
  expect(sent).toMatchObject([changes])
  await page.getByRole('button', { name: /Robin van Example.*user menu/s }).click()
  const menu = page.getByRole('dialog', { name: 'User menu' })
  await expect.element(menu.getByText('Data Lead')).toBeVisible()
})

test('a new password needs the current one, and new ones that match', async () => {
  const api = await open('/user-settings')
  const sent: unknown[] = []
  const change = async (current: string, confirm: string) => {
    await page.getByLabelText('Current password').fill(current)
    await page.getByLabelText('New password', { exact: true }).fill('an even longer password')
    await page.getByLabelText('Confirm new password').fill(confirm)
    await button('Change Password').click()
  }
  await change('semblance', 'something else')
  await expectToast('Password Mismatch', 'New passwords do not match. Please try again.')
  const refused = { error_code: 'current_password_invalid', msg: 'The current password is wrong' }
  api.answerHttp({ 'PUT /auth/v1/user': () => Response.json(refused, { status: 400 }) })
  await change('not the password', 'an even longer password')
  await expectToast('Update Error', refused.msg)
  await expectRefusal(page.getByLabelText('Current password'), refused.msg)
  const tooCommon = { error_code: 'password_too_common', msg: 'One of the most used passwords.' }
  api.answerHttp({ 'PUT /auth/v1/user': () => Response.json(tooCommon, { status: 400 }) })
  await change('semblance', 'an even longer password')
  await expectRefusal(page.getByLabelText('New password', { exact: true }), tooCommon.msg)
  api.answerHttp({
    'PUT /auth/v1/user': async (request) => {
      sent.push(await request.json())
      return Response.json(sessionOf(client).user)
    },
  })
  await change('semblance', 'an even longer password')
  await expectToast('Password Changed')
  expect(sent).toMatchObject([
    { password: 'an even longer password', current_password: 'semblance' },
  ])
})

const preference = (name: string) => page.getByRole('switch', { name })

test('preferences are saved together, and found by the next page', async () => {
  const api = await open('/user-settings')
  await preference('Marketing emails').click()
  expect(api.calls('settings.updateNotificationPreferences')).toEqual([])
  const next = { ...preferences, marketingEmails: false }
  api.answer({
    'settings.updateNotificationPreferences': next,
    'settings.getNotificationPreferences': next,
  })
  await button('Save Preferences').click()
  await expectToast('Preferences Saved')
  expect(api.calls('settings.updateNotificationPreferences')).toMatchObject([next])
  await expect.element(preference('Marketing emails')).not.toBeChecked()
  await reloadPage('/notification-settings')
  await expect.element(preference('Marketing emails')).not.toBeChecked()
  await expect.element(preference('Email notifications')).toBeChecked()
})

test('a switch of the notification settings saves itself', async () => {
  const next = { ...preferences, emailNotifications: false }
  const api = await open('/notification-settings', {
    'settings.updateNotificationPreferences': next,
  })
  await preference('Email notifications').click()
  await expectToast('Preferences Saved')
  await expect.element(preference('Email notifications')).not.toBeChecked()
  expect(api.calls('settings.updateNotificationPreferences')).toMatchObject([next])
})

test('an address that mail comes back from is named with the reason of its server', async () => {
  const mailRefusal = { at: new Date('2026-11-20T08:00:00Z'), reply: '550 5.1.1 no such user' }
  await open('/notification-settings', {
    'settings.getProfile': { email: client.email, mailRefusal },
  })
  await expect.element(page.getByText(`Mail to ${client.email} does not arrive.`)).toBeVisible()
  await expect.element(page.getByText('550 5.1.1 no such user')).toBeVisible()
})

test('a switch that is turned while others are saved stays turned', { tags: 'long' }, async () => {
  const next = { ...preferences, marketingEmails: false }
  const api = await open('/user-settings', { 'settings.updateNotificationPreferences': next })
  const answer = api.hold('settings.updateNotificationPreferences')
  await preference('Marketing emails').click()
  await button('Save Preferences').click()
  await expect.element(button('Save Preferences')).toBeDisabled()
  await preference('Email notifications').click()
  answer()
  await expectToast('Preferences Saved')
  await expect.element(preference('Email notifications')).not.toBeChecked()
  await expect.element(preference('Marketing emails')).not.toBeChecked()
})
