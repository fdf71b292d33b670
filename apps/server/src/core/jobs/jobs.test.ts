import { type ErrorCode, taskWords } from '@semblance/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, expectRefusals, race } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { enqueue } from '../../platform/process/jobs.ts'

const { market } = await useMarket({})
let staff: Omit<Person, 'organization'>
beforeAll(async () => {
  staff = await market.staff()
})
beforeEach(() => sql('delete from graphile_worker._private_jobs'))

const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

/** A job as the queue has it after `change`. */
async function job(change = '', payload: object = {}, task = 'delivery.synthesize') {
  await market.platform.db.transaction(system, (tx) =>
    enqueue(tx, task, payload, { maxAttempts: 3 }),
  )
  const [row] = await sql('select max(id) as id from graphile_worker._private_jobs')
  if (change)
    await sql(`update graphile_worker._private_jobs set ${change} where id = $1`, [row.id])
  return String(row.id)
}
const failed = `attempts = 3, last_error = 'The disk is full'`
const ids = async (filter: Partial<Parameters<Api['jobs']['list']>[0]>) =>
  (await staff.api.jobs.list({ limit: 20, ...filter })).items.map(({ id }) => id)

describe('the job queue', () => {
  it('tells states apart, and counts them', async () => {
    const waiting = await job()
    const retrying = await job(`attempts = 1, last_error = 'Once'`)
    const stopped = await job(failed)
    const running = await job(`attempts = 1, locked_at = now(), locked_by = 'w'`)
    expect(await ids({ state: 'waiting' })).toEqual([waiting])
    expect(await ids({ state: 'retrying' })).toEqual([retrying])
    expect(await ids({ state: 'failed' })).toEqual([stopped])
    expect(await ids({ state: 'running' })).toEqual([running])
    expect(await staff.api.jobs.count()).toEqual({ waiting: 1, retrying: 1, failed: 1, running: 1 })
    expect(await staff.api.jobs.get({ id: stopped })).toMatchObject({
      task: 'delivery.synthesize',
      attempts: 3,
      maxAttempts: 3,
      lastError: 'The disk is full',
    })
  })

  it('is searched by task and key, page by page', async () => {
    const all = [await job(), await job(`key = 'mine'`), await job('', {}, 'mail.send')].reverse()
    const first = await staff.api.jobs.list({ state: 'waiting', limit: 2 })
    const cursor = first.nextCursor!
    const second = await staff.api.jobs.list({ state: 'waiting', limit: 2, cursor })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all)
    expect(second.nextCursor).toBeNull()
    expect(await ids({ state: 'waiting', search: 'MINE' })).toHaveLength(1)
    expect(await ids({ state: 'waiting', search: 'mail.' })).toHaveLength(1)
    expect(await ids({ state: 'waiting', search: '%' })).toEqual([])
    await expectRefusal(staff.api.jobs.list({ cursor: 'x' }), 'bad_input')
  })

  it('shows what a job is about by IDs alone, and no secret or address', async () => {
    const payload = { deliveryId: 'DLV-7', phone: '+491715550148', text: 'Your code is 482913.' }
    const id = await job(
      `attempts = 3, last_error = 'no answer of +49 171 5550148 <ada@x.test>'`,
      payload,
    )
    const shown = await staff.api.jobs.get({ id })
    expect(shown.payload).toEqual([
      { name: 'deliveryId', value: 'DLV-7' },
      { name: 'phone', value: null },
      { name: 'text', value: null },
    ])
    await staff.api.jobs.retry({ id })
    const logged = await sql('select detail from app.audit_log where object = $1', [`job:${id}`])
    const text = JSON.stringify([shown, logged])
    expect(text).toContain('DLV-7')
    expect(text).not.toMatch(/5550148|482913|ada@/)
  })

  it('runs a failed job again at once, with all its tries', async () => {
    const id = await job(`${failed}, run_at = now() + interval '1 day'`)
    const after = await staff.api.jobs.retry({ id })
    expect(after).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(after.runAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
    const { items } = await staff.api.audit.list({ object: `job:${id}`, limit: 5 })
    expect(items).toMatchObject([
      { action: 'job.retry', detail: { task: 'delivery.synthesize', attempts: 3 } },
    ])
    await expectRefusal(staff.api.jobs.retry({ id }), 'job_changed')
  })

  it('cancels a job once, however many ask', async () => {
    const id = await job(failed)
    const { wins, codes } = await race(5, () => staff.api.jobs.cancel({ id }))
    expect(wins).toBe(1)
    expect([...codes].every((code) => code === 'not_found' || code === 'job_changed')).toBe(true)
    await expectRefusal(staff.api.jobs.get({ id }), 'not_found')
    expect((await staff.api.audit.list({ object: `job:${id}`, limit: 5 })).items).toHaveLength(1)
  })

  it('leaves a running job alone, and one that has not failed to its turn', async () => {
    const running = await job(`attempts = 1, locked_at = now(), locked_by = 'w'`)
    const waiting = await job()
    await expectRefusals(
      [
        staff.api.jobs.retry({ id: running }),
        staff.api.jobs.cancel({ id: running }),
        staff.api.jobs.retry({ id: waiting }),
      ],
      'job_changed',
    )
    expect(await staff.api.jobs.get({ id: running })).toMatchObject({ state: 'running' })
    expect((await staff.api.audit.list({ object: `job:${running}`, limit: 5 })).items).toEqual([])
    const gone = '999999999'
    const { jobs } = staff.api
    await expectRefusals(
      [jobs.get({ id: gone }), jobs.retry({ id: gone }), jobs.cancel({ id: gone })],
      'not_found',
    )
    await expectRefusals([jobs.get({ id: '1; drop' }), jobs.get({ id: '-1' })], 'bad_input')
  })

  it('tells what runs by the clock, and when it last did', async () => {
    await sql(
      `insert into graphile_worker._private_known_crontabs values ('mail.expire', now(), now())
       on conflict do nothing`,
    )
    const [task] = (await staff.api.jobs.schedule({})).items
    expect(task).toMatchObject({ task: 'mail.expire', lastRunAt: expect.any(Date) })
  })

  it('has words for every task', () => {
    const tasks = [...Object.keys(market.app.jobs), ...market.app.schedule.map(({ task }) => task)]
    expect(tasks.filter((task) => !(String(task) in taskWords))).toEqual([])
  })

  it('cannot be seen or changed by anybody but staff', async () => {
    const id = await job(failed)
    const client = await market.member('client')
    const refusals: [Api, ErrorCode][] = [
      [market.visitor, 'sign_in_required'],
      [(await market.stranger()).api, 'not_permitted'],
      [client.api, 'not_permitted'],
      [(await market.member('vendor')).api, 'not_permitted'],
      [(await market.colleague(client, 'administrator')).api, 'not_permitted'],
    ]
    for (const [{ jobs }, code] of refusals)
      await expectRefusals(
        [
          jobs.list({}),
          jobs.count(),
          jobs.schedule({}),
          jobs.get({ id }),
          jobs.retry({ id }),
          jobs.cancel({ id }),
        ],
        code,
      )
    expect(await staff.api.jobs.get({ id })).toMatchObject({ state: 'failed' })
  })
})
