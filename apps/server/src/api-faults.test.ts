/** Tests that a program gets the error object of the description for faults that are not its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useMarket } from '../testing/fixtures/use-market.ts'

const { market, buyer } = await useMarket({ buyer: 'client' })
const { pool } = market.platform.db

const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' }
const saveDraft = (content: object = { title: 'A draft' }) =>
  market.fetch('/api/dpr-drafts', {
    method: 'POST',
    headers: { ...headers, 'x-request-id': 'from-a-program' },
    body: JSON.stringify({ content }),
  })

/** Expects the whole error object, and nothing of the cause in it. */
async function expectError(answer: Response, status: number, code: string, retryAfter: unknown) {
  const body: unknown = await answer.json()
  expect(body).toEqual({ code, status, message: expect.any(String), requestId: 'from-a-program' })
  expect(JSON.stringify(body)).not.toMatch(/secret|trigger|SQLSTATE|administrator/)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
}

test.each([
  ['08006', 503, 'database_unavailable', '5'],
  ['57P01', 503, 'database_unavailable', '5'],
  ['57P03', 503, 'database_unavailable', '5'],
  ['53300', 503, 'database_unavailable', '5'],
  ['53100', 507, 'storage_full', null],
  ['XX000', 500, 'internal', null],
])('a database that answers SQLSTATE %s is a %i of ours', async (state, status, code, seconds) => {
  await pool.query(`
    create function app.fail() returns trigger language plpgsql as
      $$ begin raise exception 'secret of the trigger' using errcode = '${state}'; end $$;
    create trigger fail before insert on dpr_drafts for each row execute function app.fail()`)
  try {
    await expectError(await saveDraft(), status, code, seconds)
  } finally {
    await pool.query('drop function app.fail() cascade')
  }
  expect((await saveDraft()).status).toBe(200)
})

test('a connection that is ended in the middle of a change is a 503, and nothing was changed', async () => {
  const count = async () => (await pool.query('select from dpr_drafts')).rowCount
  const before = await count()
  const holder = await pool.connect()
  await holder.query('begin; lock table dpr_drafts in exclusive mode')
  const answer = saveDraft()
  let ended = 0
  while (ended === 0) {
    const { rowCount } = await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    ended = rowCount ?? 0
    await sleep(5)
  }
  await holder.query('rollback')
  holder.release()
  await expectError(await answer, 503, 'database_unavailable', '5')
  expect(await count()).toBe(before)
  expect((await saveDraft()).status).toBe(200)
})

test('a body beyond the limit is a 413, whether or not it says its length', async () => {
  const text = JSON.stringify({ content: { title: 'x'.repeat(1024 ** 2) } })
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
  const given = { ...headers, 'x-request-id': 'from-a-program' }
  const bodies = [
    { body: text, headers: { ...given, 'content-length': String(text.length) } },
    {
      body: chunks,
      duplex: 'half' as const,
      headers: { ...given, 'transfer-encoding': 'chunked' },
    },
  ]
  for (const init of bodies) {
    const answer = await market.fetch('/api/dpr-drafts', { method: 'POST', ...init })
    await expectError(answer, 413, 'too_large', null)
  }
})
