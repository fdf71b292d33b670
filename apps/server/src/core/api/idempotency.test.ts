/** Tests that a change which is sent again under its Idempotency-Key happens once. */
import { describe, expect, it } from 'vitest'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { answerJobs } from './jobs.ts'

const { market, client } = await useMarket({ client: 'client' })
const admin = await market.colleague(client, 'administrator')
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
const { secret } = await admin.api.keys.create({
  name: 'CI import',
  scopes: ['support:write'],
  limitCents: 0n,
  allowed: [],
  days: 90,
})

describe('a change with an Idempotency-Key', () => {
  const tickets = async (subject: string) =>
    (await sql('select 1 from support_tickets where subject = $1', [subject])).length
  const write = (bearer: string, idempotencyKey: string, subject: string) =>
    market.fetch('/api/support/tickets', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({
        name: 'CI',
        email: `${idempotencyKey.slice(0, 9)}@people.test`,
        priority: 'low',
        subject,
        message: 'Once only',
      }),
    })

  it('has one effect, twenty times at once and again, and another answer for other content', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => write(secret, 'first', 'Twenty at once')),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await tickets('Twenty at once')).toBe(1)
    const again = await write(secret, 'first', 'Twenty at once')
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const made = answers.find(({ status }) => status === 200)
    expect(await again.json()).toEqual(await made?.json())
    const other = await write(secret, 'first', 'Other content')
    expect({ status: other.status, body: await other.json() }).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    })
    expect(await tickets('Other content')).toBe(0)
  })

  it('may be sent again after a refusal, and after a death that lost effect and answer together', async () => {
    expect((await write(secret, 'second', '')).status).toBe(400)
    await sql(`create function die_once() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
    // The server is cut off after the effect, while the answer is being stored.
    await sql('create trigger die after insert on app.idempotency_keys execute function die_once()')
    const twenty = () =>
      Promise.all(Array.from({ length: 20 }, () => write(secret, 'second', 'After a death')))
    expect((await twenty()).filter(({ ok }) => ok)).toEqual([])
    await sql('drop trigger die on app.idempotency_keys')
    expect(await tickets('After a death')).toBe(0)
    expect((await twenty()).some(({ ok }) => ok)).toBe(true)
    expect((await write(secret, 'second', 'After a death')).status).toBe(200)
    expect(await tickets('After a death')).toBe(1)
  })

  it('is another one of another caller, and of the same after a day', async () => {
    await write(secret, 'third', 'By day')
    await write(client.token, 'third', 'By day')
    expect(await tickets('By day')).toBe(2)
    await sql(`update app.idempotency_keys set created_at = now() - interval '25 hours'`)
    await answerJobs(market.platform)['answer.expire']?.({}, {} as never)
    await write(secret, 'third', 'By day')
    expect(await tickets('By day')).toBe(3)
  })

  it('leaves no secret behind: answers with keys are not stored', async () => {
    const made = await market.fetch('/api/keys', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'fourth',
      },
      body: JSON.stringify({ name: 'Unstored', scopes: ['market:read'] }),
    })
    expect({ status: made.status, body: await made.json() }).toMatchObject({
      status: 400,
      body: { code: 'bad_input' },
    })
    expect(await sql(`select 1 from app.api_keys where name = 'Unstored'`)).toEqual([])
    expect((await write(client.token, 'x'.repeat(256), 'Long')).status).toBe(400)
  })
})
