import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../../../testing/fixtures/auth-fixtures.ts'
import { readConfig } from '../../platform/config.ts'
import { system } from '../../platform/database/db.ts'
import { webhookSms } from './accounts/sms.ts'
import { authJobs, authSettings, listSessions } from './service.ts'
import { clientAddress, networkOf } from './sign-in/client-address.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ settings: { sessionLifeMs: 3600_000, sessionIdleMs: 600_000 } })
})
afterAll(() => site.close())

const counts = async () =>
  (
    await site.db.pool.query(`select
      (select count(*)::int from auth.one_time_tokens) as tokens,
      (select count(*)::int from auth.rate_limits) as buckets,
      (select count(*)::int from auth.sessions) as sessions,
      (select count(*)::int from auth.refresh_tokens) as refresh_tokens`)
  ).rows[0]

const purge = () => authJobs(site.auth, null)['auth.purge']!({}, {} as never)

test('the hourly purge removes what nobody can use, and nothing else', async () => {
  const { client, email } = await site.signedIn()
  await client.auth.refreshSession()
  await client.auth.refreshSession()
  await site.browser().auth.resetPasswordForEmail(email)
  const before = await counts()
  await purge()
  expect(await counts()).toEqual(before)
  await site.db.pool.query(`
    update auth.one_time_tokens set expires_at = now() - interval '1 minute';
    update auth.rate_limits set updated_at = now() - interval '2 days';
    update auth.refresh_tokens set revoked_at = now() - interval '31 days' where revoked_at is not null`)
  await purge()
  expect(await counts()).toEqual({ tokens: 0, buckets: 0, sessions: 1, refresh_tokens: 1 })
  expect((await client.auth.refreshSession()).error).toBeNull()
})

test('sessions end with their time, and when nobody uses them', async () => {
  for (const change of [
    { created_at: new Date(Date.now() - 3601_000), refreshed_at: new Date() },
    { created_at: new Date(Date.now() - 1200_000), refreshed_at: new Date(Date.now() - 601_000) },
  ]) {
    const { client } = await site.signedIn()
    const session = (await client.auth.getSession()).data.session!
    const { sessionId } = (await site.auth.verify(session.access_token))!
    await site.db.transaction(system, (tx) =>
      tx.updateTable('auth.sessions').set(change).where('id', '=', sessionId).execute(),
    )
    await expect(site.auth.verify(session.access_token)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    const { error } = await site
      .browser()
      .auth.refreshSession({ refresh_token: session.refresh_token })
    expect(error?.code).toBe('session_expired')
  }
})

test('the client address is that of the socket, and behind trusted proxies what they say', async () => {
  const app = new Hono()
  for (const trusted of [0, 1, 2]) app.get(`/${trusted}`, (c) => c.text(clientAddress(c, trusted)))
  const headers = { 'X-Forwarded-For': '6.6.6.6, 192.0.2.1, 192.0.2.2' }
  const env = { incoming: { socket: { remoteAddress: '10.0.0.1' } } }
  const ask = async (path: string, init = {}) => (await app.request(path, init, env)).text()
  expect(await ask('/0', { headers })).toBe('10.0.0.1')
  expect(await ask('/1', { headers })).toBe('192.0.2.2')
  expect(await ask('/2', { headers })).toBe('192.0.2.1') // never the first: the caller wrote it
  expect(await ask('/1')).toBe('10.0.0.1')
})

test('limits count an IPv6 network as one caller', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  for (const other of ['192.0.2.1', 'ada@people.test', 'unknown']) {
    expect(networkOf(other)).toBe(other)
  }
})

test('a gateway gets SMS signed, and is asked again when it fails', async () => {
  const got: { body: string; signature: string }[] = []
  let status = 500
  const gateway = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    got.push({ body, signature: String(request.headers['x-semblance-signature']) })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const secret = 'the secret of the gateway'
  const job = authJobs(site.auth, { url, secret })['sms.send']!
  const sms = { to: '+491511234567', text: 'Your code is 123456.' }
  await expect(job(sms, {} as never)).rejects.toThrow('500')
  status = 204
  await job(sms, {} as never)
  const body = JSON.stringify(sms)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  expect(got).toEqual([1, 2].map(() => ({ body, signature })))
  await new Promise((resolve) => gateway.close(resolve))
  await site.db.transaction(system, (tx) => webhookSms.send(tx, sms))
})

test('settings come from the environment, each fault by its name', () => {
  const settings = authSettings(
    readConfig({
      OIDC_ACME_ISSUER: 'https://id.acme.test',
      OIDC_ACME_CLIENT_ID: 'semblance',
      OIDC_ACME_CLIENT_SECRET: 'secret',
      OIDC_ACME_AUDIENCES: 'ios, android',
      SESSION_IDLE_HOURS: '24',
      SMTP_URL: 'smtp://mail.test',
      TRUST_PROXY: '1',
    }),
  )
  expect(settings).toMatchObject({
    providers: [
      { name: 'acme', clientId: 'semblance', scopes: ['profile'], audiences: ['ios', 'android'] },
    ],
    sessionIdleMs: 24 * 3600_000,
    sms: null, // with real mail, a code in the mailbox would never arrive
    trustedProxies: 1,
  })
  expect(authSettings(readConfig({})).sms?.name).toBe('mailbox')
  const faulty = { OIDC_ACME_ISSUER: 'acme', CAPTCHA_PROVIDER: 'hcaptcha', SERVICE_KEY: 'short' }
  expect(() => readConfig(faulty)).toThrow(
    /SERVICE_KEY[\s\S]*OIDC_ACME_ISSUER[\s\S]*OIDC_ACME_CLIENT_ID[\s\S]*CAPTCHA_SITE_KEY/,
  )
})

test('a session remembers where it was last refreshed from', async () => {
  const proxied = await openSite({ settings: { trustedProxies: 1 } })
  const { client } = await proxied.signedIn()
  const { data } = await client.auth.getSession()
  await proxied.ask('/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'x-forwarded-for': '203.0.113.7' },
    json: { refresh_token: data.session!.refresh_token },
  })
  const sessions = await proxied.db.transaction(system, (tx) =>
    listSessions(tx, data.session!.user.id, { after: null, limit: 9 }),
  )
  expect(sessions.map(({ ip }) => ip)).toEqual(['203.0.113.7'])
  await proxied.close()
})
