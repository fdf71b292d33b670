import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@semblance/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import { hear, type Served, serveOnSocket } from '../../../testing/fixtures/event-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import type { Listener } from './listeners.ts'
import { createEventService, type Live } from './service.ts'

/** Leaves time to reload a page next to other suites; the platform waits for five seconds. */
const LEAVE_AFTER_MS = 4_000

let market: Market
let client: Person
let vendor: Person
let live: Live
let served: Served
/** Receives the events of the next stream. */
let listener: Listener
beforeAll(async () => {
  market = await openTestMarket()
  live = createEventService(market.platform, LEAVE_AFTER_MS)
  served = await serveOnSocket((_request, out) => {
    void live.open(listener, out, { requestId: 'test' })
  })
})
// Each test has people of its own: those of the test before leave a moment later, which is announced.
beforeEach(async () => {
  client = await market.member('client')
  vendor = await market.member('vendor')
  const dpr_id = await postDpr(client)
  const row = { dpr_id, client: client.organization.id, vendor: vendor.organization.id }
  const listed = { client_at: new Date(), vendor_at: new Date() }
  await market.platform.db.transaction(system, (tx) =>
    tx
      .insertInto('conversations')
      .values({ ...row, ...listed })
      .execute(),
  )
})
afterAll(async () => {
  served.close()
  await live.close()
  await market.close()
})

async function listen(person: Person) {
  const { id: sessionId } = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('auth.sessions')
      .select('id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow(),
  )
  listener = {
    userId: person.userId,
    sessionId,
    expiresAt: inTenMinutes(),
    organization: person.organization.id,
  }
  return await hear(served.url, '')
}

const inTenMinutes = () => new Date(Date.now() + 600_000)

async function seen({ userId }: Person) {
  const { rows } = await market.platform.db.pool.query<{ online: boolean; left_ms: number }>(
    `select online_until > now() as online, (extract(epoch from online_until - now()) * 1000)::float as left_ms
     from presence where user_id = $1`,
    [userId],
  )
  return rows[0]
}

const told = (events: LiveEvent[]) =>
  events.flatMap((event) => (event.topic === 'presence.changed' ? [event] : []))

it('who opens a stream is online, and those they deal with are told, once for an organization', async () => {
  const watching = await listen(vendor)
  const first = await listen(client)
  const organization = client.organization.id
  await eventually(() =>
    expect(told(watching.events)).toEqual([
      { topic: 'presence.changed', organization, isOnline: true },
    ]),
  )
  expect(await seen(client)).toMatchObject({ online: true })
  const colleague = await market.colleague(client, 'member')
  const second = await listen({ ...colleague, organization: client.organization })
  await eventually(async () =>
    expect(await seen({ ...colleague, organization: client.organization })).toBeTruthy(),
  )
  expect(told(watching.events).length).toBe(1)
  for (const { close } of [first, second, watching]) close()
})

it('a page that is loaded anew is not gone; who closes the last is, and since when is kept', {
  tags: 'long',
}, async () => {
  const watching = await listen(vendor)
  const first = await listen(client)
  await sleep(100)
  first.close()
  const again = await listen(client)
  await sleep(1.5 * LEAVE_AFTER_MS)
  expect(await seen(client)).toMatchObject({ online: true })
  expect(told(watching.events)).not.toContainEqual(expect.objectContaining({ isOnline: false }))
  again.close()
  await eventually(async () => expect(await seen(client)).toMatchObject({ online: false }))
  const organization = client.organization.id
  await eventually(() =>
    expect(told(watching.events).at(-1)).toEqual({
      topic: 'presence.changed',
      organization,
      isOnline: false,
    }),
  )
  watching.close()
})

it('open streams keep their people online', async () => {
  const stream = await listen(client)
  await eventually(async () => expect(await seen(client)).toMatchObject({ online: true }))
  await market.platform.db.pool.query(`update presence set online_until = now() + interval '3 s'`)
  await live.check()
  expect((await seen(client))!.left_ms).toBeGreaterThan(50_000)
  stream.close()
})
