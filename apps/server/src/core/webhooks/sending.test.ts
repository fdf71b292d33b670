/** Tests that events reach receivers that behave, and what becomes of those that do not, on a real connection. */
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { useWebhooks } from '../../../testing/fakes/use-webhooks.ts'
import { answering, receiverNetworks, verified } from '../../../testing/fakes/webhook-receiver.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { announceEvent } from './announce.ts'
import { claimDue, lockDueEndpoints } from './delivery-queries.ts'
import { retryDelaysMs, sendDue } from './send-due.ts'

const { market, client } = await useMarket({ client: 'client' }, receiverNetworks)
const { admin, receiver, sql, ...webhooks } = await useWebhooks(market, client)
const { add, publish, logOf, endpointOf, makeDue, remove } = webhooks
const { platform } = market

const { signal } = new AbortController()
const send = (timeoutMs = 5000) => sendDue(platform, { signal, timeoutMs })

describe('an event', () => {
  it('is sent after its commit alone, signed as the published library verifies it', async () => {
    const { id, secret, path } = await add('/signed')
    const undone = platform.db.transaction(system, async (tx) => {
      announceEvent(tx, [client.organization.id], 'dpr.published', { dprId: 'DPR-0' })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    await publish('DPR-1')
    await runJobs(market)
    const [sent, ...others] = receiver.received(path)
    expect(others).toEqual([])
    if (!sent) throw new Error('Nothing arrived.')
    expect(verified(secret, sent)).toMatchObject({
      type: 'dpr.published',
      data: { dprId: 'DPR-1' },
    })
    expect(sent.headers['content-type']).toBe('application/json')
    const altered = { ...sent, body: sent.body.replace('DPR-1', 'DPR-2') }
    expect(() => verified(secret, altered)).toThrow()
    expect(await logOf(id)).toMatchObject([
      { state: 'delivered', attempts: 1, status: 200, eventId: sent.headers['webhook-id'] },
    ])
    await remove({ id })
  })

  it('is signed by both secrets while one replaces the other, then by the new one alone', async () => {
    const { id, secret: old, path } = await add('/rotated')
    const { secret } = await admin.api.webhooks.rotateSecret({ endpointId: id, overlapHours: 1 })
    await publish('DPR-1')
    await send()
    await sql(`update app.webhook_endpoints set previous_until = now() where id = $1`, [id])
    await publish('DPR-2')
    await send()
    const [both, alone] = receiver.received(path)
    if (!both || !alone) throw new Error('Two should have arrived.')
    for (const known of [old, secret]) verified(known, both)
    verified(secret, alone)
    expect(() => verified(old, alone)).toThrow()
    await remove({ id })
  })

  it('is tried again as the schedule says, under one ID, and fails after the last try', async () => {
    const { id, path } = await add('/failing', answering(500, 'Out\0 of order'))
    await publish('DPR-1')
    const waits: number[] = []
    for (let tries = 0; tries < retryDelaysMs.length; tries++) {
      await send()
      const [row] = await sql(
        `select extract(epoch from next_at - attempted_at) * 1000 as wait from app.webhook_deliveries
         where endpoint = $1`,
        [id],
      )
      waits.push(Math.round(Number(row?.wait)))
      await makeDue(id)
    }
    expect(waits).toEqual([...retryDelaysMs])
    await send()
    expect(await logOf(id)).toMatchObject([
      { state: 'failed', attempts: 8, status: 500, failure: 'status', answer: 'Out of order' },
    ])
    const ids = receiver.received(path).map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(8)
    expect(new Set(ids).size).toBe(1)
    await remove({ id })
  })

  it('that a dead server had claimed is sent again under the same ID, and one that it sent not twice', async () => {
    const { id, path } = await add('/killed')
    await publish('DPR-1')
    // The server dies after it has sent, before it stores that.
    const share = { isHeldBack: false, limit: 10 }
    await platform.db.transaction(system, async (tx) =>
      claimDue(tx, await lockDueEndpoints(tx, share), share),
    )
    await send()
    expect(receiver.received(path)).toHaveLength(0) // it is the other server's yet
    await makeDue(id)
    await send()
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    await send()
    expect(receiver.received(path)).toHaveLength(1)
    await remove({ id })
  })

  it('is stored as sent once the database answers again', async () => {
    const { id, path } = await add('/outage')
    await publish('DPR-1')
    await sql(`create sequence deaths`)
    await sql(`create function die_once() returns trigger language plpgsql security definer as $$
      begin
        if nextval('public.deaths') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$`)
    await sql(`create trigger die before update on app.webhook_deliveries for each row
      when (new.state = 'delivered') execute function die_once()`)
    await send()
    await sql('drop trigger die on app.webhook_deliveries')
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(receiver.received(path)).toHaveLength(1)
    await remove({ id })
  })
})

describe('an endpoint', () => {
  it('that hangs delays none but itself, and has two events on their way at most', {
    tags: 'long',
  }, async () => {
    const held: ServerResponse[] = []
    const hanging = await add('/hang', (response) => void held.push(response))
    let count = 0
    const steady = await add('/steady', (response) => {
      response.end()
      count += 1
      // Only once everything else has arrived does the other one answer.
      if (count === 30) for (const one of held) one.end()
    })
    await publish(...Array.from({ length: 30 }, (_, n) => `DPR-${n}`))
    await sql(
      `delete from app.webhook_deliveries d using (select id, row_number() over (order by id) as n
       from app.webhook_deliveries where endpoint = $1) o where d.id = o.id and o.n > 2`,
      [hanging.id],
    )
    await send()
    expect(held).toHaveLength(2)
    const delivered = (rows: { state: string }[]) =>
      rows.filter(({ state }) => state === 'delivered').length
    expect(delivered(await logOf(steady.id))).toBe(30)
    expect(delivered(await logOf(hanging.id))).toBe(2)
    await remove(hanging, steady)
  })

  it('whose last attempt failed has one on its way, also for servers that claim at once', async () => {
    const { id } = await add('/crowded', answering(500))
    await publish('DPR-1')
    await send()
    await publish('DPR-2', 'DPR-3', 'DPR-4')
    await makeDue(id)
    const take = (isHeldBack: boolean) =>
      platform.db.transaction(system, async (tx) => {
        const share = { isHeldBack, limit: 10 }
        return await claimDue(tx, await lockDueEndpoints(tx, share), share)
      })
    const claimed = await Promise.all([take(true), take(true), take(true), take(false)])
    expect(claimed.flat()).toHaveLength(1)
    // A run that finds nothing to take ends, and the next one is not at once.
    await send()
    const next = await sql(`select run_at > now() + interval '4 seconds' as is_later
      from graphile_worker._private_jobs where key = 'webhook.next'`)
    expect(next).toEqual([{ is_later: true }])
    await remove({ id })
  })

  const noticesOf = async (word: string) =>
    await sql(
      `select 1 from notifications n join app.mails m on m.recipient = $2 and m.subject = n.title
       where n.user_id = $1 and n.message like '%' || $3 || '%'`,
      [admin.userId, admin.email, word],
    )

  it('that is gone is disabled at once, and administrators get a mail; enabled again, it gets what waited', async () => {
    let status = 410
    const { id, path } = await add('/gone', (response) => answering(status)(response))
    await publish('DPR-1', 'DPR-2', 'DPR-3')
    await send()
    expect(await endpointOf(id)).toMatchObject({ state: 'disabled', disabledAs: 'gone' })
    expect((await noticesOf('answered 410')).length).toBeGreaterThan(0)
    await publish('DPR-4')
    const sentBefore = receiver.received(path).length
    await makeDue(id)
    await send()
    expect(receiver.received(path)).toHaveLength(sentBefore)
    status = 200
    await admin.api.webhooks.update({ endpointId: id, state: 'enabled' })
    await makeDue(id)
    await runJobs(market)
    const states = (await logOf(id)).map(({ state }) => state)
    expect(states).toHaveLength(3)
    expect(states).toContain('delivered')
    expect(states).not.toContain('pending')
    await remove({ id })
  })

  it('without success for five days is disabled when an event has had its last try, not before', async () => {
    const { id } = await add('/dead', answering(503))
    const age = (days: number) =>
      sql(
        `update app.webhook_endpoints set failing_since = now() - $2 * interval '1 day' where id = $1`,
        [id, days],
      )
    const lastTry = async () => {
      await sql(`update app.webhook_deliveries set attempts = 7 where endpoint = $1`, [id])
      await makeDue(id)
      await send()
    }
    await publish('DPR-1')
    await age(6)
    await send()
    expect(await endpointOf(id)).toMatchObject({ state: 'enabled' })
    await age(4)
    await lastTry()
    expect(await endpointOf(id)).toMatchObject({ state: 'enabled' })
    await publish('DPR-2')
    await age(5)
    await lastTry()
    expect(await endpointOf(id)).toMatchObject({ state: 'disabled', disabledAs: 'unanswered' })
    expect((await noticesOf('For 5 days')).length).toBeGreaterThan(0)
    await remove({ id })
  })

  it('of a suspended organization waits until the suspension ends', async () => {
    const { id, path } = await add('/suspended')
    await publish('DPR-1')
    const setActive = (isActive: boolean) =>
      sql('update organizations set is_active = $2 where id = $1', [
        client.organization.id,
        isActive,
      ])
    await setActive(false)
    await send()
    expect(receiver.received(path)).toHaveLength(0)
    await setActive(true)
    await send()
    expect(receiver.received(path)).toHaveLength(1)
    await remove({ id })
  })
})
