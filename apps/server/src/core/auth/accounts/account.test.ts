import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  PASSWORD,
  type Site,
  tokenOf,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { type Claims, system, type Tx } from '../../../platform/database/db.ts'
import {
  banUser,
  deleteUser,
  exportAccount,
  listSessions,
  revokeAllSessions,
  revokeSession,
} from '../service.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Runs work in a transaction as the user, like the settings module. */
const asPerson = <T>(sub: string, work: (tx: Tx) => Promise<T>) =>
  site.db.transaction({ role: 'authenticated', sub } satisfies Claims, work)

async function person() {
  const { client, email } = await site.signedIn()
  const token = await tokenOf(client)
  const { userId, sessionId } = (await site.auth.verify(token))!
  return { client, email, token, userId, sessionId }
}

test('sessions are listed with where they come from, the last used first', async () => {
  const { email, userId, client } = await person()
  await site.browser().auth.signInWithPassword({ email, password: PASSWORD })
  await client.auth.refreshSession()
  const sessions = await asPerson(userId, (tx) =>
    listSessions(tx, userId, { after: null, limit: 9 }),
  )
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({
    ip: '127.0.0.1',
    userAgent: expect.any(String),
    createdAt: expect.any(Date),
    usedAt: expect.any(Date),
  })
  const [refreshed, other] = sessions
  expect(refreshed!.usedAt > other!.usedAt && refreshed!.createdAt < other!.createdAt).toBe(true)
})

test('one session, or all others, are revoked at once', async () => {
  const { email, userId, sessionId, token } = await person()
  const tokens: string[] = []
  for (let index = 0; index < 2; index++) {
    const browser = site.browser()
    await browser.auth.signInWithPassword({ email, password: PASSWORD })
    tokens.push(await tokenOf(browser))
  }
  const { sessionId: first } = (await site.auth.verify(tokens[0]!))!
  expect(await asPerson(userId, (tx) => revokeSession(tx, userId, first))).toBe(true)
  expect(await asPerson(userId, (tx) => revokeSession(tx, userId, first))).toBe(false)
  await expect(site.auth.verify(tokens[0]!)).rejects.toMatchObject({ code: 'session_not_found' })
  expect(await asPerson(userId, (tx) => revokeAllSessions(tx, userId, sessionId))).toBe(1)
  expect(await site.auth.verify(token)).toBeTruthy()
  expect(await asPerson(userId, (tx) => revokeAllSessions(tx, userId))).toBe(1)
})

test('a session cannot be revoked in another person’s name', async () => {
  const [one, two] = [await person(), await person()]
  const revoked = await asPerson(two.userId, (tx) => revokeSession(tx, two.userId, one.sessionId))
  expect(revoked).toBe(false)
  expect(await site.auth.verify(one.token)).toBeTruthy()
})

test('the export holds everything about a person, and no secret', async () => {
  const { userId, email, client } = await person()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const exported = await asPerson(userId, (tx) => exportAccount(tx, userId))
  expect(exported).toMatchObject({
    account: { id: userId, email },
    identities: [{ provider: 'email', email }],
    factors: [{ type: 'totp', friendly_name: 'App' }],
    sessions: [{ ip: '127.0.0.1' }],
  })
  const text = JSON.stringify(exported)
  expect(text).not.toMatch(/hash|sealed|argon2/)
  if (data?.type === 'totp') expect(text).not.toContain(data.totp.secret)
})

test('bans and deletions take effect with the next request', async () => {
  const { userId, token } = await person()
  const until = new Date(Date.now() + 60_000)
  await site.db.transaction(system, (tx) => banUser(tx, userId, until))
  await expect(site.auth.verify(token)).rejects.toMatchObject({ code: 'user_banned' })
  await site.db.transaction(system, (tx) => banUser(tx, userId, null))
  expect(await site.auth.verify(token)).toBeTruthy()
  await site.db.transaction(system, (tx) => deleteUser(tx, userId))
  await expect(site.auth.verify(token)).rejects.toMatchObject({ code: 'user_not_found' })
})

test('a reset that somebody else asks for reaches its owner, and nobody where there is no account', async () => {
  const { email, userId } = await person()
  await asPerson(userId, (tx) => site.auth.sendRecovery(tx, email.toUpperCase()))
  const link = new URL((await site.mailsTo(email))[0]!.link)
  expect(link.searchParams.get('redirect_to')).toBe(`${site.url}/forgot-password`)
  const unknown = site.newEmail()
  await asPerson(userId, (tx) => site.auth.sendRecovery(tx, unknown))
  expect(await site.mailsTo(unknown)).toEqual([])
})

test('an invitation makes an account that its link confirms', async () => {
  const email = site.newEmail()
  const caller = randomUUID()
  const invite = { email, metadata: { first_name: 'Ada' } }
  const { userId } = await asPerson(caller, (tx) => site.auth.sendInvite(tx, invite))
  const landed = fragmentOf(await follow((await site.mailsTo(email))[0]!.link))
  expect(await site.auth.verify(landed.access_token!)).toMatchObject({ userId, email })
  await expect(asPerson(caller, (tx) => site.auth.sendInvite(tx, invite))).rejects.toMatchObject({
    code: 'email_exists',
  })
})
