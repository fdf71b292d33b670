/** Tests the question for a fresh proof: calls that lack one share it, and go on after it. */

import { useMutation } from '@tanstack/react-query'
import { uuid } from '@testing/example.ts'
import { type Answers, type FakeApi, refuse } from '@testing/fake-api.ts'
import { axeFaults, expectRefusal, expectToast, press } from '@testing/interactions.ts'
import { phone, renderAsPage, renderPage } from '@testing/render.tsx'
import { client, sessionOf } from '@testing/viewers.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { orpc } from '@/lib/api/api.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
const password = dialog.getByLabelText('Password', { exact: true })
const code = dialog.getByLabelText('Code')
const refusal = refuse('proof_needed', { methods: ['password'] })

/** Answers a proof by the right password or code, and notes what was sent. */
function takeProofs(api: FakeApi, onProved: () => void = () => {}) {
  const sent: unknown[] = []
  api.answerHttp({
    'POST /auth/v1/proof': async (request) => {
      const given = await request.json()
      sent.push(given)
      if (given.password !== 'semblance' && given.code !== '123456')
        return Response.json({ code: 'invalid_credentials', message: 'No' }, { status: 400 })
      onProved()
      return Response.json(sessionOf(client))
    },
  })
  return sent
}

/** Stands for a form whose value is sent by two calls at a time. */
function TwoInvitations() {
  const invite = useMutation(orpc.organizations.inviteMember.mutationOptions())
  const remind = useMutation(orpc.organizations.inviteMember.mutationOptions())
  return (
    <>
      <button
        type="button"
        disabled={invite.isPending}
        onClick={() => {
          invite.mutate({ email: 'ada@example.test' })
          remind.mutate({ email: 'eve@example.test' })
        }}
      >
        Invite both
      </button>
      <p>{[invite, remind].map(({ status }) => status).join(' and ')}</p>
      <p>{[invite, remind].map(({ error }) => error?.message).join(' and ')}</p>
    </>
  )
}
const invited: Answers = { 'organizations.inviteMember': { id: uuid(5) } }
const unproved: Answers = { 'organizations.inviteMember': refusal }

describe('a call without a fresh proof', () => {
  test('asks once for several, and repeats each as it was', async () => {
    const api = await renderAsPage(<TwoInvitations />, { viewer: client, answers: unproved })
    const sent = takeProofs(api, () => api.answer(invited))
    await button('Invite both').click()
    await expect.element(dialog).toBeVisible()
    expect(page.getByRole('alertdialog').elements()).toHaveLength(1)
    await password.fill('semblance')
    await press('Enter')
    await expect.element(page.getByText('success and success')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    const [first, second] = [{ email: 'ada@example.test' }, { email: 'eve@example.test' }]
    expect(api.calls('organizations.inviteMember')).toEqual([first, second, first, second])
    expect(sent).toEqual([{ password: 'semblance' }])
  })

  test('is not repeated when the person declines, and says so; the focus goes back', async () => {
    const api = await renderAsPage(<TwoInvitations />, { viewer: client, answers: unproved })
    await button('Invite both').click()
    await expect.element(password).toHaveFocus()
    await press('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('error and error')).toBeVisible()
    await expect.element(page.getByText(/^It was not confirmed that it is you/)).toBeVisible()
    await expect.element(button('Invite both')).toHaveFocus()
    expect(api.calls('organizations.inviteMember')).toHaveLength(2)
  })

  test('that is refused after a proof for another one goes on by itself', async () => {
    const api = await renderAsPage(<TwoInvitations />, { viewer: client, answers: unproved })
    takeProofs(api, () => api.answer(invited))
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    api.answer({
      'organizations.inviteMember': async ({ email }) => {
        if (email.startsWith('eve')) await late
        return refusal()
      },
    })
    await button('Invite both').click()
    await password.fill('semblance')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByText('success and pending')).toBeVisible()
    release()
    await expect.element(page.getByText('success and success')).toBeVisible()
    expect(dialog.elements()).toHaveLength(0)
  })

  test('asks over another dialog, which stays, and takes a wrong password as one', {
    tags: 'long',
  }, async () => {
    const api = await renderPage('/privacy-security', {
      viewer: client,
      ...phone,
      answers: { 'settings.listSessions': { items: [] }, 'settings.deleteAccount': refusal },
    })
    takeProofs(api)
    await button('Delete account').click()
    const below = page.getByRole('dialog', { name: 'Delete your account?' })
    await below.getByLabelText('Your e-mail address').fill(client.email)
    await below.getByRole('button', { name: 'Delete account' }).click()
    await expect.element(password).toHaveFocus()
    expect(await axeFaults()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expectRefusal(password, 'Enter your password')
    await password.fill('wrong')
    await press('Enter')
    await expectRefusal(password, 'This password is not right.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(below.getByLabelText('Your e-mail address')).toHaveValue(client.email)
    await expectToast('Canceled', 'this was not done')
    expect(page.getByRole('alert').elements()).toHaveLength(0)
    expect(below.getByLabelText('Your e-mail address').element().ariaInvalid).not.toBe('true')
    expect(api.calls('settings.deleteAccount')).toHaveLength(1)
  })
})

describe('the person proves themselves', () => {
  const factor = { id: uuid(70), factor_type: 'totp', status: 'verified', friendly_name: 'App' }
  const byPhone = { id: uuid(71), factor_type: 'phone', status: 'verified', phone: '13125550142' }

  function withFactors(api: FakeApi, factors: object[]) {
    const asked: unknown[] = []
    const verify = async (request: Request) => {
      asked.push(await request.json())
      api.answer(invited)
      return Response.json(sessionOf(client))
    }
    api.answerHttp({
      'GET /auth/v1/user': () => Response.json({ ...sessionOf(client).user, factors }),
      [`POST /auth/v1/factors/${factor.id}/challenge`]: () => Response.json({ id: uuid(72) }),
      [`POST /auth/v1/factors/${byPhone.id}/challenge`]: () => Response.json({ id: uuid(73) }),
      [`POST /auth/v1/factors/${factor.id}/verify`]: verify,
      [`POST /auth/v1/factors/${byPhone.id}/verify`]: verify,
    })
    return asked
  }

  test('by the code of an authenticator app', async () => {
    const refused = refuse('proof_needed', { methods: ['totp', 'phone'] })
    const answers: Answers = { 'organizations.inviteMember': refused }
    const api = await renderAsPage(<TwoInvitations />, { viewer: client, answers })
    const asked = withFactors(api, [byPhone, factor])
    await button('Invite both').click()
    await expect.element(code).toHaveFocus()
    await expect.element(dialog.getByRole('combobox', { name: 'Confirm with' })).toBeVisible()
    expect(await axeFaults()).toEqual([])
    await code.fill('123456')
    await press('Enter')
    await expect.element(page.getByText('success and success')).toBeVisible()
    expect(asked).toMatchObject([{ challenge_id: uuid(72), code: '123456' }])
  })

  test('by a text message', async () => {
    const refused = refuse('proof_needed', { methods: ['phone'] })
    const answers: Answers = { 'organizations.inviteMember': refused }
    const api = await renderAsPage(<TwoInvitations />, { viewer: client, answers })
    const asked = withFactors(api, [byPhone])
    await button('Invite both').click()
    await expect.element(dialog.getByText(/text message to \+13125550142/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expectToast('Code sent')
    await code.fill('123456')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByText('success and success')).toBeVisible()
    expect(asked).toMatchObject([{ challenge_id: uuid(73), code: '123456' }])
  })

  test('by a mailed code without password and factor', async () => {
    const refused = refuse('proof_needed', { methods: ['code'] })
    const answers: Answers = { 'organizations.inviteMember': refused }
    const api = await renderAsPage(<TwoInvitations />, { viewer: client, answers })
    const sent = takeProofs(api, () => api.answer(invited))
    api.answerHttp({ 'GET /auth/v1/reauthenticate': () => Response.json({}) })
    await button('Invite both').click()
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await code.fill('123456')
    await press('Enter')
    await expect.element(page.getByText('success and success')).toBeVisible()
    expect(sent).toEqual([{ code: '123456' }])
  })

  test('for the account server as well, which is asked what proves them', {
    tags: 'long',
  }, async () => {
    const api = await renderPage('/user-settings', {
      viewer: client,
      answers: { 'settings.getNotificationPreferences': {} },
    })
    const refused = { error_code: 'proof_needed', msg: 'Prove again who you are to do this' }
    const asked: unknown[] = []
    let isProved = false
    takeProofs(api, () => {
      isProved = true
    })
    api.answerHttp({
      'GET /auth/v1/proof': () => Response.json({ methods: ['password'] }),
      'PUT /auth/v1/user': async (request) => {
        asked.push(await request.json())
        const changed = { ...sessionOf(client).user, new_email: 'new@example.test' }
        return isProved ? Response.json(changed) : Response.json(refused, { status: 403 })
      },
    })
    const email = page.getByRole('textbox', { name: 'Email' })
    await email.fill('new@example.test')
    await button('Save Changes').click()
    await expect.element(password).toHaveFocus()
    await press('Escape')
    await expectToast('Canceled', 'this was not done')
    expect(email.element().ariaInvalid).not.toBe('true')
    await expect.element(email).toHaveValue('new@example.test')
    await button('Save Changes').click()
    await password.fill('semblance')
    await press('Enter')
    await expectToast('Confirm the new e-mail')
    expect(asked).toHaveLength(3)
  })
})
