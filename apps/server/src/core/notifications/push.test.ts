/** Tests pushes against a receiver that opens them as a browser does. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { receiverNetworks } from '../../../testing/fakes/webhook-receiver.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { queuePushes } from './push-subscriptions.ts'
import { notify } from './service.ts'

const { market, reader, stranger } = await useMarket(
  { reader: 'client', stranger: 'vendor' },
  receiverNetworks,
)
const { pool } = market.platform.db

type Sent = { headers: IncomingHttpHeaders; body: Buffer }
const sent: Sent[] = []
let status = 201
let base = ''
const server = createServer(async (request, response) => {
  sent.push({ headers: request.headers, body: await buffer(request) })
  if (request.url !== '/silent') response.writeHead(status).end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

type Browser = {
  curve: ECDH
  secret: Buffer
  subscription: Parameters<Person['api']['notifications']['subscribe']>[0]
}

function browserAt(endpoint: string): Browser {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const secret = randomBytes(16)
  const subscription = {
    endpoint,
    p256dh: curve.getPublicKey('base64url'),
    auth: secret.toString('base64url'),
  }
  return { curve, secret, subscription }
}

/** Opens a body of RFC 8188 with the keys of RFC 8291. */
function open({ curve, secret }: Browser, body: Buffer): unknown {
  const [salt, length] = [body.subarray(0, 16), body[20] ?? 0]
  const sender = body.subarray(21, 21 + length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), secret, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const sealed = body.subarray(21 + length)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

const wantPushes = ({ api }: Person, pushNotifications: boolean) =>
  api.settings.updateNotificationPreferences({
    ...{ emailNotifications: true, marketingEmails: true, securityAlerts: true },
    pushNotifications,
  })

async function tell(title: string): Promise<Sent[]> {
  sent.length = 0
  const { platform } = market
  await platform.db.transaction(system, (tx) =>
    notify(
      { tx, platform },
      { userId: reader.userId, type: 'payment', title, message: '$19,250.50', path: '/billing' },
    ),
  )
  for (const _ of ['a push', 'the next of its turn']) await runJobs(market)
  return [...sent]
}

const browsersOf = async (person: Person) =>
  (
    await pool.query('select endpoint from app.push_subscriptions where user_id = $1', [
      person.userId,
    ])
  ).rows.length

it('a notice reaches the browser, sealed for it, signed by our key, and without its amounts', async () => {
  const browser = browserAt(`${base}/one`)
  await wantPushes(reader, true)
  await reader.api.notifications.subscribe(browser.subscription)
  await reader.api.notifications.subscribe(browser.subscription) // at each visit
  const [push, ...others] = await tell('Payment received')
  expect(others).toEqual([])
  if (!push) throw new Error('Nothing arrived.')
  expect(push.body.includes('Payment')).toBe(false)
  const { items } = await reader.api.notifications.list({ limit: 1 })
  expect(open(browser, push.body)).toEqual({
    id: items[0]?.id,
    title: 'Payment received',
    path: '/billing',
  })
  expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  const { key } = await reader.api.notifications.pushKey()
  const [, token = '', stated] =
    /^vapid t=([^,]+), ?k=(.+)$/.exec(push.headers.authorization ?? '') ?? []
  expect(stated).toBe(key)
  const [head, claims, signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      ...{
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    },
  })
  const isOurs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isOurs).toBe(true)
})

it('nothing is sent to who turned it off, of what was read, and to a browser that was taken out', async () => {
  await wantPushes(reader, false)
  expect(await tell('Off')).toEqual([])
  await wantPushes(reader, true)
  expect(await tell('On')).toHaveLength(1)
  await stranger.api.notifications.unsubscribe({ endpoint: `${base}/one` }) // of another person
  expect(await browsersOf(reader)).toBe(1)
  await reader.api.notifications.unsubscribe({ endpoint: `${base}/one` })
  expect(await tell('Out')).toEqual([])
})

it('a browser that is gone is forgotten, and one that is away is tried again', async () => {
  await reader.api.notifications.subscribe(browserAt(`${base}/away`).subscription)
  status = 503
  expect(await tell('Away')).toHaveLength(1)
  const { rows } = await pool.query(
    `select payload, run_at > now() as later from app.jobs where task = 'notice.push'`,
  )
  expect(rows).toMatchObject([{ payload: { tries: 1 }, later: true }])
  for (const gone of [404, 410]) {
    status = gone
    await reader.api.notifications.subscribe(browserAt(`${base}/away`).subscription)
    expect(await tell('Gone')).toHaveLength(1)
    expect(await browsersOf(reader)).toBe(0)
  }
  status = 201
  await pool.query('delete from graphile_worker._private_jobs')
})

it('a browser whose service stays silent is not tried twice, rests after three times, and others are told', {
  tags: 'long',
}, async () => {
  await reader.api.notifications.subscribe(browserAt(`${base}/silent`).subscription)
  await reader.api.notifications.subscribe(browserAt(`${base}/other`).subscription)
  const silences = async () =>
    (await pool.query(`select silences from app.push_subscriptions where endpoint like '%/silent'`))
      .rows
  expect(await tell('One')).toHaveLength(2)
  expect(await silences()).toEqual([{ silences: 1 }])
  const { rows } = await pool.query(`select from app.jobs where task = 'notice.push'`)
  expect(rows).toEqual([])
  await pool.query(`update app.push_subscriptions set silences = 2 where endpoint like '%/silent'`)
  expect(await tell('Three')).toHaveLength(2)
  expect(await tell('Four')).toHaveLength(1)
  await pool.query(
    `update app.push_subscriptions set paused_until = now(), silences = 9 where endpoint like '%/silent'`,
  )
  expect(await tell('Ten')).toHaveLength(2)
  expect(await silences()).toEqual([])
})

it('a person has five browsers, told in turn, and a notice queues them by one statement', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    await reader.api.notifications.subscribe(browserAt(`${base}/${name}`).subscription)
  expect(await browsersOf(reader)).toBe(5)
  const { rows } = await pool.query(
    'select id, user_id from notifications where user_id = $1 order by created_at desc limit 1',
    [reader.userId],
  )
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await market.platform.db.transaction(system, (tx) => queuePushes(tx, rows))
  const statements = query.mock.calls.map((call) => JSON.stringify(call))
  query.mockRestore()
  expect(statements.filter((text) => text.includes('add_job_at'))).toHaveLength(1)
  const jobs = await pool.query(`select queue_name from app.jobs where task = 'notice.push'`)
  expect(jobs.rows).toEqual(
    Array.from({ length: 5 }, () => ({ queue_name: `notice.push:${reader.userId}` })),
  )
  await pool.query('delete from app.push_subscriptions')
  await pool.query('delete from graphile_worker._private_jobs')
})

it('a subscription ends with the session of its browser', async () => {
  await reader.api.notifications.subscribe(browserAt(`${base}/session`).subscription)
  expect(await browsersOf(reader)).toBe(1)
  await pool.query('delete from auth.sessions where user_id = $1', [reader.userId])
  expect(await browsersOf(reader)).toBe(0)
})

it('no browser is a server of ours, and a visitor has none', async () => {
  const of = (endpoint: string) => browserAt(endpoint).subscription
  for (const endpoint of ['https://10.0.0.1/push', 'https://[::1]/push', 'http://192.168.1.1/x'])
    await expectRefusal(stranger.api.notifications.subscribe(of(endpoint)), 'endpoint_refused')
  await expectRefusal(market.visitor.notifications.subscribe(of(`${base}/x`)), 'sign_in_required')
  await expectRefusal(market.visitor.notifications.pushKey(), 'sign_in_required')
  await expectRefusal(
    stranger.api.notifications.subscribe({ ...of(`${base}/x`), p256dh: 'short' }),
    'bad_input',
  )
})
