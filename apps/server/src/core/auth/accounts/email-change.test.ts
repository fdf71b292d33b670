import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'

let site: Site
const onEmailChanged = vi.fn(async () => {})
beforeAll(async () => {
  site = await openSite({ onEmailChanged })
})
afterAll(() => site.close())

async function changing() {
  const { client, email } = await site.signedIn()
  const newEmail = site.newEmail()
  const { data, error } = await client.auth.updateUser({ email: newEmail })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, new_email: newEmail })
  return { client, email, newEmail }
}

const linkTo = async (address: string) => (await site.mailsTo(address))[0]!.link

test.each([
  ['the old address first', true],
  ['the new address first', false],
])('an address changes once both mailboxes agreed, %s', async (_, oldFirst) => {
  const { client, email, newEmail } = await changing()
  const [first, second] = oldFirst ? [email, newEmail] : [newEmail, email]
  const half = fragmentOf(await follow(await linkTo(first)))
  expect(half.message).toContain('other email')
  expect(half.access_token).toBeUndefined()
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  const whole = fragmentOf(await follow(await linkTo(second)))
  expect(whole).toMatchObject({ type: 'email_change', token_type: 'bearer' })
  const { user } = (await client.auth.getUser()).data
  expect(user?.email).toBe(newEmail)
  expect(user?.new_email).toBeUndefined()
  expect(user?.identities?.[0]).toMatchObject({ email: newEmail })
  expect(onEmailChanged).toHaveBeenCalledWith(expect.anything(), { id: user!.id, email: newEmail })
  expect((await site.mailsTo(email))[0]!.subject).toBe('Your e-mail address was changed')
  const old = await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  expect(old.error?.code).toBe('invalid_credentials')
})

test('both codes do as both links', { tags: 'long' }, async () => {
  const { client, email, newEmail } = await changing()
  const verify = async (address: string) =>
    client.auth.verifyOtp({
      email: address,
      token: (await site.mailsTo(address))[0]!.code,
      type: 'email_change',
    })
  expect((await verify(email)).data.session).toBeNull()
  expect((await verify(newEmail)).data.session?.user.email).toBe(newEmail)
})

test('one mailbox alone cannot agree twice', async () => {
  const { client, email } = await changing()
  const link = await linkTo(email)
  await follow(link)
  expect(fragmentOf(await follow(link)).error_code).toBe('otp_expired')
  await client.auth.resend({ type: 'email_change', email })
  expect(await linkTo(email)).toBe(link) // the mailbox that agreed gets no second link
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
})

test('a change of the address voids what was sent to the former one', async () => {
  const { email, newEmail } = await changing()
  await site.browser().auth.resetPasswordForEmail(email)
  const [recovery, change] = await site.mailsTo(email)
  await follow(change!.link)
  await follow(await linkTo(newEmail))
  expect(fragmentOf(await follow(recovery!.link)).error_code).toBe('otp_expired')
})

test('an address of another account is refused, also when it came into being meanwhile', async () => {
  const { email: taken } = await site.signedIn()
  const { client } = await site.signedIn()
  expect((await client.auth.updateUser({ email: taken })).error?.code).toBe('email_exists')
  const { email, newEmail } = await changing()
  await site.db.transaction(system, (tx) =>
    site.auth.createUser(tx, { email: newEmail, password: PASSWORD }),
  )
  await follow(await linkTo(email))
  expect(fragmentOf(await follow(await linkTo(newEmail))).error_code).toBe('email_exists')
})

test('a new password stops a change that waits', async () => {
  const { client, email, newEmail } = await changing()
  const [old, fresh] = [await linkTo(email), await linkTo(newEmail)]
  await client.auth.updateUser({ password: 'a new password' })
  for (const link of [old, fresh]) {
    expect(fragmentOf(await follow(link)).error_code).toBe('otp_expired')
  }
})

test('without mails the address changes at once', { tags: 'long' }, async () => {
  const open = await openSite({ mailConfirm: false })
  try {
    const { client } = await open.signedIn()
    const email = open.newEmail()
    expect((await client.auth.updateUser({ email })).data.user?.email).toBe(email)
  } finally {
    await open.close()
  }
})
