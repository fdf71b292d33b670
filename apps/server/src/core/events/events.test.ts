import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredEvent } from '@semblance/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import {
  type Heard,
  hear,
  type Served,
  serveApp,
  serveOnSocket,
} from '../../../testing/fixtures/event-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { patienceMs } from '../../../testing/patience.ts'
import { createApp } from '../../app.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { type Audience, publish, signal } from '../../platform/events/events.ts'
import { eventJobs } from './jobs.ts'
import type { Listener } from './listeners.ts'
import { createEventService } from './service.ts'

const { market } = await useMarket({})
let client: Person
let vendor: Person
let served: Served
beforeAll(async () => {
  served = await serveApp(market.app)
})
const open: Heard[] = []
beforeEach(async () => {
  client = await market.member('client')
  vendor = await market.member('vendor')
})
afterEach(async () => {
  for (const heard of open.splice(0)) heard.close()
})
afterAll(() => served.close())

const withSystemRole = <T>(work: (tx: Tx) => Promise<T>) =>
  market.platform.db.transaction(system, work)
const publishTo = (audience: Audience | Audience[], event: StoredEvent) =>
  withSystemRole((tx) => publish(tx, audience, event))
const changed = (id: string) => ({ topic: 'offer.changed', id }) as const
const orgOf = ({ organization }: Person) => ({ organization: organization.id })

async function listen({ token }: Pick<Person, 'token'>, after?: string, url = served.url) {
  const heard = await hear(`${url}/api/events`, token, after)
  open.push(heard)
  return heard
}

it('members hear what is told to their organization or to them, and nothing else', async () => {
  const colleague = await market.colleague(client, 'member')
  const [first, second, other] = [
    await listen(client),
    await listen(colleague),
    await listen(vendor),
  ]
  await publishTo([orgOf(client), orgOf(vendor)], changed('both'))
  await publishTo(orgOf(client), changed('client'))
  await publishTo({ userId: colleague.userId }, changed('colleague'))
  await publishTo(orgOf(vendor), changed('vendor'))
  await eventually(() => {
    expect(first.ids()).toEqual(['both', 'client'])
    expect(second.ids()).toEqual(['both', 'client', 'colleague'])
    expect(other.ids()).toEqual(['both', 'vendor'])
  })
  await sleep(100)
  expect([first.events.length, second.events.length, other.events.length]).toEqual([3, 4, 3])
})

it('who was away hears what was missed, once and in order, and then what comes', async () => {
  const before = await listen(client)
  await publishTo(orgOf(client), changed('seen'))
  await eventually(() => expect(before.ids()).toEqual(['seen']))
  before.close()
  await publishTo(orgOf(client), changed('missed 1'))
  await publishTo({ userId: client.userId }, changed('missed 2'))
  await publishTo(orgOf(vendor), changed("somebody else's"))
  const after = await listen(client, before.lastEventId())
  await publishTo(orgOf(client), changed('live'))
  await eventually(() => expect(after.ids()).toEqual(['missed 1', 'missed 2', 'live']))
})

it('a stream that has heard nothing yet can be resumed, too', async () => {
  const before = await listen(client)
  before.close()
  await publishTo(orgOf(client), changed('in between'))
  const after = await listen(client, before.lastEventId())
  await eventually(() => expect(after.ids()).toEqual(['in between']))
  const again = await listen(client, after.lastEventId())
  await sleep(50)
  expect(again.ids()).toEqual([])
})

it('streams that are cut off again and again lose and repeat nothing', async () => {
  const told = Array.from({ length: 40 }, (_, index) => `cut ${index}`)
  const ids: string[] = []
  let after = (await listen(client)).lastEventId()
  const telling = (async () => {
    for (const id of told) {
      await publishTo(orgOf(client), changed(id))
      await sleep(Math.random() * 8)
    }
  })()
  for (const giveUpAt = Date.now() + patienceMs; ids.length < told.length; ) {
    if (Date.now() > giveUpAt) break
    const stream = await listen(client, after)
    await sleep(Math.random() * 30)
    stream.close()
    ids.push(...stream.ids())
    after = stream.lastEventId()
  }
  await telling
  expect(ids).toEqual(told)
})

it('an event of one server process reaches the streams of another, which resume on either', async () => {
  const second = await createApp({ ...market.platform })
  const elsewhere = await serveApp(second)
  try {
    const [here, there] = [await listen(client), await listen(client, undefined, elsewhere.url)]
    await publishTo(orgOf(client), changed('everywhere'))
    await eventually(() =>
      expect([here.ids(), there.ids()]).toEqual([['everywhere'], ['everywhere']]),
    )
    there.close()
    await publishTo(orgOf(client), changed('moved'))
    const moved = await listen(client, there.lastEventId())
    await eventually(() => expect(moved.ids()).toEqual(['moved']))
  } finally {
    await second.close()
    elsewhere.close()
  }
})

it('who missed too much, or more than is kept, is told to read everything anew', {
  tags: 'long',
}, async () => {
  await publishTo(orgOf(client), changed('earlier'))
  const [before, present] = [await listen(client), await listen(client)]
  before.close()
  await withSystemRole((tx) =>
    sql`insert into app.events (organization, topic, payload)
      select ${client.organization.id}, 'offer.changed', '{"id": "many"}' from generate_series(1, 501)`.execute(
      tx,
    ),
  )
  const flood = () => present.ids().filter((id) => id === 'many')
  await eventually(() => expect(flood()).toHaveLength(501))
  const flooded = await listen(client, before.lastEventId())
  await eventually(() => expect(flooded.topics()).toEqual(['ready', 'reset']))
  const after = await listen(client, flooded.lastEventId())
  await sleep(50)
  expect(after.topics()).toEqual(['ready'])

  await withSystemRole((tx) =>
    sql`update app.events set created_at = now() - interval '25 hours'`.execute(tx),
  )
  await eventJobs(market.platform)['event.expire']!({}, {} as never)
  const { rows } = await market.platform.db.pool.query('select from app.events')
  expect(rows.length).toBe(1) // by which later readers know where the kept ones begin
  const late = await listen(client, before.lastEventId())
  await eventually(() => expect(late.topics()).toEqual(['ready', 'reset']))
  const inTime = await listen(client, flooded.lastEventId())
  await sleep(50)
  expect(inTime.topics()).toEqual(['ready'])
})

it.each(['nonsense', '9223372036854775807-1', '99999999999999999999-0', '-', '1-1 or true'])(
  'an id that is none of ours leads to a fresh start: %s',
  async (after) => {
    const heard = await listen(client, after)
    await eventually(() => expect(heard.topics()).toEqual(['ready', 'reset']))
  },
)

it('who opens a page hears what happened while it loaded', async () => {
  await listen(client)
  await publishTo(orgOf(client), changed('while it loaded'))
  const heard = await listen(client)
  await eventually(() => expect(heard.ids()).toEqual(['while it loaded']))
})

it('signals are heard by who is there, and by nobody later', async () => {
  const there = await listen(vendor)
  const event = {
    topic: 'typing',
    conversationId: crypto.randomUUID(),
    organization: client.organization.id,
    name: 'Ada',
  } as const
  await withSystemRole((tx) => signal(tx, orgOf(vendor), event))
  await eventually(() => expect(there.events.at(-1)).toEqual(event))
  const later = await listen(vendor, there.lastEventId())
  await sleep(50)
  expect(later.topics()).not.toContain('typing')
})

it('visitors and people whose session has ended cannot listen', async () => {
  const visitor = await fetch(`${served.url}/api/events`)
  expect([visitor.status, ((await visitor.json()) as { code: string }).code]).toEqual([
    401,
    'sign_in_required',
  ])
  const gone = await market.member('client')
  await withSystemRole((tx) =>
    tx.deleteFrom('auth.sessions').where('user_id', '=', gone.userId).execute(),
  )
  await expect(listen(gone)).rejects.toMatchObject({ code: 'session_ended' })
})

it('people without an organization hear only what is told to them', async () => {
  const pending = await market.colleague(client, 'pending')
  const heard = await listen(pending)
  await publishTo(orgOf(client), changed('not yet'))
  await publishTo({ userId: pending.userId }, changed('welcome'))
  await eventually(() => expect(heard.ids()).toEqual(['welcome']))
})

it('a stream ends at once with its session, its membership or its organization, and no other does', async () => {
  const [revoked, dismissed, suspended, staying] = [
    await market.member('client'),
    await market.member('client'),
    await market.member('client'),
    await market.member('client'),
  ]
  const streams = await Promise.all([revoked, dismissed, suspended].map((person) => listen(person)))
  const stays = await listen(staying)
  await withSystemRole((tx) =>
    tx.deleteFrom('auth.sessions').where('user_id', '=', revoked.userId).execute(),
  )
  await withSystemRole((tx) =>
    tx
      .updateTable('profiles')
      .set({ membership: 'deactivated' })
      .where('user_id', '=', dismissed.userId)
      .execute(),
  )
  await withSystemRole((tx) =>
    tx
      .updateTable('organizations')
      .set({ is_active: false })
      .where('id', '=', suspended.organization.id)
      .execute(),
  )
  await Promise.all(streams.map(({ ended }) => ended))
  await publishTo(orgOf(staying), changed('still here'))
  await eventually(() => expect(stays.ids()).toEqual(['still here']))
  const again = await listen(dismissed)
  await publishTo(orgOf(dismissed), changed('not for you'))
  await sleep(100)
  expect(again.ids()).toEqual([])
})

/** Streams of a process of their own, whose check the test calls. */
async function openAlone(listener: Omit<Listener, 'userId'>) {
  const live = createEventService(market.platform)
  const alone = await serveOnSocket((_request, out) => {
    void live.open({ userId: client.userId, ...listener }, out, { requestId: 'test' })
  })
  const close = async () => {
    alone.close()
    await live.close()
  }
  return { live, url: alone.url, close }
}

const inAMinute = () => new Date(Date.now() + 60_000)

it('a change that nobody announced is found by the regular check', async () => {
  const person = await market.member('client')
  const { id: sessionId } = await withSystemRole((tx) =>
    tx
      .selectFrom('auth.sessions')
      .select('id')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow(),
  )
  const organization = person.organization.id
  const { live, url, close } = await openAlone({ sessionId, organization, expiresAt: inAMinute() })
  const heard = await hear(url, '')
  await live.check()
  expect(live.openStreams()).toBe(1)
  await market.platform.db.pool.query(`set session_replication_role = replica;
    delete from auth.sessions where id = '${sessionId}'; set session_replication_role = origin`)
  await live.check()
  await heard.ended
  expect(live.openStreams()).toBe(0)
  await close()
})

it('a stream ends with its access token', async () => {
  const expiresAt = new Date(Date.now() + 1000)
  const { live, url, close } = await openAlone({ sessionId: '', organization: null, expiresAt })
  const heard = await hear(url, '')
  await heard.ended
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime() - 1)
  expect(live.openStreams()).toBe(0)
  await close()
})

it('a reader that does not read is cut off', { tags: 'long' }, async () => {
  const listener = { sessionId: '', organization: null, expiresAt: inAMinute() }
  const { live, url, close } = await openAlone(listener)
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
  socket.pause()
  await eventually(() => expect(live.openStreams()).toBe(1))
  await withSystemRole((tx) =>
    sql`insert into app.events (user_id, topic, payload)
      select ${client.userId}, 'offer.changed', json_build_object('id', repeat('x', 1000))
      from generate_series(1, 20000)`.execute(tx),
  )
  await eventually(() => expect(live.openStreams()).toBe(0))
  socket.destroy()
  await close()
})

it('one person cannot open streams without end', { tags: 'long' }, async () => {
  const person = await market.member('client')
  for (let index = 0; index < 30; index++) await listen(person)
  await expect(listen(person)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await listen(client)).topics()).toEqual(['ready'])
})

it('a stopping server ends its streams', async () => {
  const second = await createApp({ ...market.platform })
  const elsewhere = await serveApp(second)
  const heard = await listen(client, undefined, elsewhere.url)
  await second.close()
  await heard.ended
  await (await listen(client, undefined, elsewhere.url)).ended // too late to receive more
  elsewhere.close()
})

it('the stream is plain server-sent events, neither compressed nor held back', {
  tags: 'long',
}, async () => {
  const answer = await fetch(`${served.url}/api/events`, {
    headers: { authorization: `Bearer ${client.token}`, 'accept-encoding': 'gzip' },
  })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readUntil = async (end: string) => {
    while (!text.includes(end)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`The stream ended after ${JSON.stringify(text)}.`)
      text += value
    }
  }
  await readUntil('ready')
  await publishTo(orgOf(client), changed('OFR-1'))
  await readUntil('OFR-1')
  expect(text).toMatch(
    /^id: \d+-\d+\ndata: \{"topic":"ready"\}\n\n(?:id: \d+-\d+\ndata: \{"topic":"membership.changed"\}\n\n)*id: \d+-\d+\ndata: \{"topic":"offer.changed","id":"OFR-1"\}\n\n$/,
  )
  await reader.cancel()
  const described = await market.fetch('/api/openapi.json')
  expect(await described.text()).toContain('as server-sent events')
})
