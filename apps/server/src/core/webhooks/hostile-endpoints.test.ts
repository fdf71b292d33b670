/** Tests that endpoints that misbehave harm none but themselves, and that the log says what they did. */

import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { useWebhooks } from '../../../testing/fakes/use-webhooks.ts'
import { answering, receiverNetworks } from '../../../testing/fakes/webhook-receiver.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { encryptField } from '../../platform/security/field-encryption.ts'
import { announceEvent } from './announce.ts'
import { claimDue, lockDueEndpoints, releaseClaim, settleAttempt } from './delivery-queries.ts'
import { secretPlace } from './secrets.ts'
import { sendDue } from './send-due.ts'
import { makeWebhookSecret } from './signing.ts'

const { market, client } = await useMarket({ client: 'client' }, receiverNetworks)
const { admin, receiver, sql, ...webhooks } = await useWebhooks(market, client)
const { add, addAt, publish, logOf, endpointOf, makeDue, remove } = webhooks
const { platform } = market

const { signal } = new AbortController()
const send = (timeoutMs = 5000) => sendDue(platform, { signal, timeoutMs })
const take = (limit: number, isHeldBack = false) =>
  platform.db.transaction(system, async (tx) => {
    const share = { isHeldBack, limit }
    return await claimDue(tx, await lockDueEndpoints(tx, share), share)
  })
const taken = async (limit: number, isHeldBack = false) =>
  (await take(limit, isHeldBack)).map(({ endpoint }) => endpoint)

const organizations = new Map<number, Promise<string>>()

const insertOrganization = async (number: number) => {
  const [row] = await sql(
    `insert into organizations (organization_id, name, email, city, country, industry, is_client, is_vendor)
     values ($1, $1, $2, 'Oslo', 'NO', 'retail', true, true) returning id`,
    [`ORG-${10_000 + number}-OTHER`, `${number}@other.test`],
  )
  return row.id as string
}

/** Makes an endpoint of another organization, the one with that number, and says how its events are announced. */
const addFor = async (
  number: number,
  path: string,
  answer?: (response: ServerResponse) => void,
) => {
  const made = organizations.get(number) ?? insertOrganization(number)
  organizations.set(number, made)
  const organization = await made
  const id = randomUUID()
  await platform.db.transaction(system, async (tx) => {
    const [place, secret] = [secretPlace(id), makeWebhookSecret()]
    const sealed = await encryptField(tx, platform.secrets, organization, place, secret)
    await tx
      .insertInto('app.webhook_endpoints')
      .values({
        ...{ id, organization, url: receiver.at(path, answer), types: ['dpr.published'] },
        secret_sealed: sealed,
      })
      .execute()
  })
  const announce = (...dprIds: string[]) =>
    platform.db.transaction(system, async (tx) => {
      for (const dprId of dprIds) announceEvent(tx, [organization], 'dpr.published', { dprId })
    })
  return { id, announce }
}

/** Opens a server that writes this text to each connection and leaves it open. */
const openRaw = async (text: string) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => void socket.write(text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('an endpoint', () => {
  it('is told apart by what it does: slow, hanging, redirecting elsewhere, or out of reach', async () => {
    const elsewhere = receiver.at('/elsewhere')
    const slow = await add('/slow', (response) => setTimeout(() => response.end('late'), 20))
    const silent = await add('/silent', () => {})
    const moved = await add('/moved', answering(302, '', { location: elsewhere }))
    const dripping = await add('/dripping', (response) => void response.write('so far'))
    const gone = await add('/unreachable')
    await sql(
      `update app.webhook_endpoints set url = replace(url, '127.0.0.1', '127.0.0.99') where id = $1`,
      [gone.id],
    )
    await publish('DPR-1')
    await send()
    const outcome = async ({ id }: { id: string }) => {
      const [row] = await logOf(id)
      return [row?.state, row?.status, row?.failure, row?.answer]
    }
    expect(await outcome(slow)).toEqual(['delivered', 200, null, 'late'])
    expect(await outcome(silent)).toEqual(['pending', null, 'timeout', null])
    expect(await outcome(moved)).toEqual(['pending', 302, 'redirect', ''])
    expect(await outcome(dripping)).toEqual(['delivered', 200, null, 'so far'])
    expect(await outcome(gone)).toEqual(['pending', null, 'unreachable', null])
    expect(receiver.received('/elsewhere')).toEqual([])
    expect((await endpointOf(silent.id))?.failingSince).toBeInstanceOf(Date)
    await remove(slow, silent, moved, dripping, gone)
  })

  it('that switches protocols fails, and holds up no run', async () => {
    const url = await openRaw(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    )
    const { id } = await addAt(url)
    await publish('DPR-1')
    await send()
    expect(await logOf(id)).toMatchObject([{ state: 'pending', status: 101, failure: 'status' }])
    await remove({ id })
  })

  it('whose answer never ends is read for a moment, not until the timeout', {
    tags: 'long',
  }, async () => {
    const { id } = await add('/endless', (response) => void response.write('so far'))
    await publish('DPR-1')
    await send(3_600_000)
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', status: 200, answer: 'so far' }])
    await remove({ id })
  })

  it('with much that has waited long takes turns with others, and no turn while it has no room', async () => {
    const crowded = await add('/crowded')
    await publish('DPR-1', 'DPR-2', 'DPR-3', 'DPR-4')
    await sql(`update app.webhook_deliveries set next_at = now() - interval '1 hour'`)
    const fresh = await add('/fresh')
    await publish('DPR-5')
    expect(await taken(1)).toEqual([crowded.id])
    expect(await taken(1)).toEqual([fresh.id])
    expect(await taken(1)).toEqual([crowded.id])
    await publish('DPR-6')
    expect(await taken(1)).toEqual([fresh.id])
    await sql('update app.webhook_deliveries set sending_until = null where endpoint = $1', [
      fresh.id,
    ])
    await publish('DPR-7')
    // The crowded one was claimed longer ago, but has two on their way.
    expect(await taken(1)).toEqual([fresh.id])
    await remove(crowded, fresh)
  })

  it('that is slow leaves most places to others for ten minutes, also when it succeeds', async () => {
    const { id } = await add('/slow', (response) => setTimeout(() => response.end(), 20))
    await publish('DPR-1')
    await sendDue(platform, { signal, slowMs: 10 })
    expect(await logOf(id)).toMatchObject([{ state: 'delivered' }])
    await publish('DPR-2', 'DPR-3', 'DPR-4')
    expect(await taken(10)).toEqual([])
    expect(await taken(10, true)).toEqual([id])
    const [row] = await sql(
      `update app.webhook_endpoints set slow_until = now() where id = $1
       returning old.slow_until > now() + interval '9 minutes' as is_long`,
      [id],
    )
    expect(row).toEqual({ is_long: true })
    expect(await taken(10)).toEqual([id])
    await remove({ id })
  })
})

describe('endpoints that hang', () => {
  it('take no place from one that answers, be they more than may wait; those cut off are held back, uncounted', {
    tags: 'long',
  }, async () => {
    const hung = await Promise.all(
      Array.from({ length: 30 }, (_, number) => addFor(number, '/hanging', () => {})),
    )
    const quick = await addFor(30, '/quick')
    for (const { announce } of [...hung, quick]) await announce('DPR-1', 'DPR-2')
    // The quick one comes last in turn.
    await sql(`update app.webhook_endpoints set claimed_at = now() where id = $1`, [quick.id])
    const stop = new AbortController()
    const limits = { placeMs: 250, waiting: 15 }
    const run = sendDue(platform, { signal: stop.signal, timeoutMs: 3_600_000, limits })
    await expect.poll(() => receiver.received('/quick').length).toBe(2)
    stop.abort()
    await run
    const cut = await sql(`select distinct e.id from app.webhook_endpoints e
      join app.webhook_deliveries d on d.endpoint = e.id
      where e.url like '%hanging' and e.slow_until > now() and d.state = 'pending' and d.attempts = 0`)
    expect(cut.length).toBeGreaterThanOrEqual(10)
    await sql('delete from app.webhook_endpoints where url like $1', ['%ing'])
    await sql('delete from app.webhook_endpoints where id = $1', [quick.id])
  })

  it('of one organization have six on their way, and leave the rest to others', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => addFor(1, '/many')))
    const [first] = many
    await first?.announce('DPR-1', 'DPR-2', 'DPR-3')
    const other = await addFor(2, '/other')
    await other.announce('DPR-4')
    const claimed = await taken(50)
    expect(claimed).toHaveLength(7)
    expect(claimed).toContain(other.id)
    expect(await taken(50)).toEqual([])
    await sql('delete from app.webhook_endpoints where id = any ($1)', [
      [...many, other].map(({ id }) => id),
    ])
  })
})

describe('an event', () => {
  it('whose secret cannot be opened fails for that reason, and is sent after the secret is replaced', async () => {
    const { id, path } = await add('/sealed')
    await sql(`update app.webhook_endpoints set secret_sealed = '1.AAAA' where id = $1`, [id])
    await publish('DPR-1')
    await send()
    expect(await logOf(id)).toMatchObject([
      { state: 'pending', attempts: 1, status: null, failure: 'secret_unreadable', ms: null },
    ])
    expect((await endpointOf(id))?.failingSince).toBeInstanceOf(Date)
    await sql('update app.webhook_deliveries set attempts = 7 where endpoint = $1', [id])
    await makeDue(id)
    await send()
    const [failed] = await logOf(id)
    expect(failed).toMatchObject({ state: 'failed', failure: 'secret_unreadable' })
    expect(receiver.received(path)).toEqual([])
    await admin.api.webhooks.rotateSecret({ endpointId: id, overlapHours: 0 })
    await admin.api.webhooks.redeliver({ deliveryId: failed?.id ?? '' })
    await send()
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', attempts: 1, failure: null }])
    await remove({ id })
  })

  it('that is sent again while it is under way owes nothing to the attempt before', async () => {
    const { id } = await add('/twice')
    await publish('DPR-1')
    const [before] = await take(1)
    if (!before) throw new Error('Nothing was claimed.')
    await admin.api.webhooks.redeliver({ deliveryId: before.id })
    const [after] = await take(1)
    expect(after).toMatchObject({ id: before.id, attempts: before.attempts })
    const outcome = { attempted_at: new Date(), last_status: 200, last_failure: null }
    const isSettled = await platform.db.transaction(system, async (tx) => {
      await releaseClaim(tx, before)
      const delivered = { state: 'delivered', next_at: null, last_answer: '', last_ms: 1 } as const
      return await settleAttempt(tx, before, { ...outcome, ...delivered })
    })
    expect(isSettled).toBe(false)
    expect(await logOf(id)).toMatchObject([{ state: 'pending', attempts: 1, status: null }])
    await remove({ id })
  })
})
