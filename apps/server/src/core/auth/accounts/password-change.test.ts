import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openSite,
  PASSWORD,
  type Site,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'

const password = 'a new password'

async function ageSessions(site: Site, email: string) {
  await site.db.transaction(system, async (tx) => {
    const { id } = await tx
      .selectFrom('auth.users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const created_at = new Date(Date.now() - 25 * 3600_000)
    await tx.updateTable('auth.sessions').set({ created_at }).where('user_id', '=', id).execute()
  })
}

let site: Site
let careful: Site
beforeAll(async () => {
  site = await openSite({ settings: { passwordChange: 'code' } })
  careful = await openSite({ settings: { passwordChange: 'password' } })
})
afterAll(async () => {
  await site.close()
  await careful.close()
})

test('an old session needs a mailed code for a new password, and the code works once', async () => {
  const { client, email } = await site.signedIn()
  await ageSessions(site, email)
  expect((await client.auth.updateUser({ password })).error?.code).toBe('reauthentication_needed')
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const [mail] = await site.mailsTo(email)
  expect(mail?.subject).toBe('Your code to confirm it is you')
  expect(mail?.link).toBe('')
  const wrong = mail!.code === '000000' ? '000001' : '000000'
  const refused = await client.auth.updateUser({ password, nonce: wrong })
  expect(refused.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  expect((await client.auth.updateUser({ password, nonce: mail!.code })).error).toBeNull()
  const again = await client.auth.updateUser({ password: 'another one', nonce: mail!.code })
  expect(again.error?.code).toBe('reauthentication_not_valid')
})

test('a fresh session needs no code, and a code signs nobody in', async () => {
  const { client, email } = await site.signedIn()
  await client.auth.reauthenticate()
  const { code } = (await site.mailsTo(email))[0]!
  for (const type of ['email', 'recovery', 'magiclink'] as const) {
    const { error } = await site.browser().auth.verifyOtp({ email, token: code, type })
    expect(error?.code).toBe('otp_expired')
  }
  expect((await client.auth.updateUser({ password })).error).toBeNull()
})

test('a code of one person does not serve another', async () => {
  const [one, two] = [await site.signedIn(), await site.signedIn()]
  await one.client.auth.reauthenticate()
  const { code } = (await site.mailsTo(one.email))[0]!
  const { error } = await two.client.auth.updateUser({ password, nonce: code })
  expect(error?.code).toBe('reauthentication_not_valid')
})

test('where the current password is asked for, only the right one will do', async () => {
  const { client } = await careful.signedIn()
  const token = await tokenOf(client)
  const put = (json: object) => careful.ask('/user', { method: 'PUT', token, json })
  expect((await put({ password })).body.code).toBe('current_password_required')
  expect((await put({ password, current_password: 'wrong' })).body.code).toBe(
    'current_password_invalid',
  )
  expect((await put({ password, current_password: PASSWORD })).status).toBe(200)
})

test('a current password that is given has to be right, and the new one ends every other session', async () => {
  const { client, email } = await site.signedIn()
  const other = site.browser()
  await other.auth.signInWithPassword({ email, password: PASSWORD })
  const wrong = await client.auth.updateUser({ password, current_password: 'wrong' })
  expect(wrong.error?.code).toBe('current_password_invalid')
  expect((await other.auth.getUser()).error).toBeNull()
  const right = await client.auth.updateUser({ password, current_password: PASSWORD })
  expect(right.error).toBeNull()
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await client.auth.getUser()).error).toBeNull()
})

test('who came by a mailed link has proven enough', async () => {
  const { email } = await careful.signedIn()
  const browser = careful.browser()
  await browser.auth.resetPasswordForEmail(email)
  const { code } = (await careful.mailsTo(email))[0]!
  await browser.auth.verifyOtp({ email, token: code, type: 'recovery' })
  expect((await browser.auth.updateUser({ password })).error).toBeNull()
})
