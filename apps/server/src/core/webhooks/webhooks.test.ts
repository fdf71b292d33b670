/** Tests that administrators alone set endpoints up, each for their own organization, and watch what they get. */
import { beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import {
  answering,
  receiverNetworks,
  useReceiver,
} from '../../../testing/fakes/webhook-receiver.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { webhookJobs } from './jobs.ts'

const { market, client, other } = await useMarket(
  { client: 'client', other: 'vendor' },
  receiverNetworks,
)
const receiver = await useReceiver()
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
let admin: Person
let stranger: Person
beforeAll(async () => {
  admin = await market.colleague(client, 'administrator')
  stranger = await market.colleague(other, 'administrator')
})

const types: ['offer.submitted'] = ['offer.submitted']
const add = (path = '/hooks') => admin.api.webhooks.create({ url: receiver.at(path), types })

/** Every procedure about an endpoint and a delivery of the organization. */
const acts = (api: Api, endpointId: string, deliveryId: string) => [
  () => api.webhooks.update({ endpointId, state: 'disabled' }),
  () => api.webhooks.rotateSecret({ endpointId, overlapHours: 1 }),
  () => api.webhooks.test({ endpointId }),
  () => api.webhooks.deliveries({ endpointId, limit: 5 }),
  () => api.webhooks.redeliver({ deliveryId }),
  () => api.webhooks.remove({ endpointId }),
]

it('no other organization, no member, no visitor and no key reaches an endpoint', async () => {
  const { endpoint } = await add()
  const { id: deliveryId } = await admin.api.webhooks.test({ endpointId: endpoint.id })
  for (const act of acts(stranger.api, endpoint.id, deliveryId))
    await expectRefusal(act(), 'not_found')
  expect((await stranger.api.webhooks.list({ limit: 5 })).items).toEqual([])
  const { secret: key } = await admin.api.keys.create({ name: 'All', scopes: ['dprs:read'] })
  const refusals = [
    [client.api, 'not_permitted'],
    [market.visitor, 'sign_in_required'],
    [market.apiFor(key), 'scope_missing'],
  ] as const
  for (const [api, code] of refusals) {
    for (const act of acts(api, endpoint.id, deliveryId)) await expectRefusal(act(), code)
    await expectRefusal(api.webhooks.list({ limit: 5 }), code)
    await expectRefusal(api.webhooks.create({ url: receiver.at('/x'), types }), code)
  }
  const [kept] = (await admin.api.webhooks.list({ limit: 5 })).items
  expect(kept).toEqual(endpoint)
})

it('an address that is none, or leads inside, is refused by its field; so is an event that is none', async () => {
  const create = (form: object) => admin.api.webhooks.create({ types, ...form } as never)
  for (const url of ['', 'no address', 'ftp://a.test/', 'https://u:p@a.test/', 'https://a.test/#x'])
    await expect(create({ url })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'url' },
    })
  for (const url of ['https://10.0.0.1/', 'https://[::1]/', 'http://192.168.0.1/hooks'])
    await expect(create({ url })).rejects.toMatchObject({
      code: 'endpoint_refused',
      data: { field: 'url' },
    })
  for (const chosen of [[], ['webhook.test'], ['dpr.invented']])
    await expectRefusal(create({ url: 'https://a.test/', types: chosen }), 'bad_input')
  const { endpoint } = await add()
  const inside = { endpointId: endpoint.id, url: 'https://169.254.169.254/' }
  await expectRefusal(admin.api.webhooks.update(inside), 'endpoint_refused')
})

it('a secret is stored sealed alone, and every change of an endpoint is on record', async () => {
  const { endpoint, secret } = await add()
  const endpointId = endpoint.id
  await admin.api.webhooks.update({ endpointId, types: ['dpr.closed', 'dpr.published'] })
  const rotated = await admin.api.webhooks.rotateSecret({ endpointId, overlapHours: 2 })
  expect(rotated.endpoint.overlapsUntil).toBeInstanceOf(Date)
  await admin.api.webhooks.remove({ endpointId })
  const rows = await sql(`select row_to_json(e)::text as text from app.webhook_endpoints e
    union all select row_to_json(a)::text from app.audit_log a
    union all select row_to_json(o)::text from transparency.openings o`)
  for (const one of [secret, rotated.secret])
    expect(rows.filter(({ text }) => text.includes(one.slice(6)))).toEqual([])
  const actions = await sql('select action from app.audit_log where object = $1 order by seq', [
    `webhook:${endpointId}`,
  ])
  expect(actions.map(({ action }) => action)).toEqual([
    'webhook.create',
    'webhook.update',
    'webhook.rotate_secret',
    'webhook.remove',
  ])
})

it('a test shows what the endpoint answers; what failed is sent again once it works', async () => {
  let status = 500
  const url = receiver.at('/tested', (response) => answering(status, 'Hello')(response))
  const { endpoint } = await admin.api.webhooks.create({ url, types })
  const endpointId = endpoint.id
  const made = await admin.api.webhooks.test({ endpointId })
  expect(made).toMatchObject({ state: 'pending', attempts: 0, type: 'webhook.test' })
  await runJobs(market)
  const read = async () => (await admin.api.webhooks.deliveries({ endpointId, limit: 5 })).items
  expect(await read()).toMatchObject([{ attempts: 1, status: 500, answer: 'Hello' }])
  status = 204
  await admin.api.webhooks.redeliver({ deliveryId: made.id })
  await runJobs(market)
  expect(await read()).toMatchObject([{ id: made.id, state: 'delivered', status: 204 }])
  const sent = receiver.received('/tested')
  expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([made.eventId, made.eventId])
  await admin.api.webhooks.update({ endpointId, state: 'disabled' })
  await expectRefusal(admin.api.webhooks.test({ endpointId }), 'endpoint_disabled')
  await expectRefusal(admin.api.webhooks.redeliver({ deliveryId: made.id }), 'endpoint_disabled')
  expect(await read()).toMatchObject([{ state: 'delivered' }])
})

it('the log is read page by page and kept for 30 days', async () => {
  const { endpoint } = await add()
  const endpointId = endpoint.id
  const tests = [1, 2, 3].map(() => admin.api.webhooks.test({ endpointId }))
  const ids = (await Promise.all(tests)).map(({ id }) => id).sort()
  const first = await admin.api.webhooks.deliveries({ endpointId, limit: 2 })
  const cursor = first.nextCursor ?? ''
  const rest = await admin.api.webhooks.deliveries({ endpointId, limit: 2, cursor })
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids.toReversed())
  expect(rest.nextCursor).toBeNull()
  await expectRefusal(
    admin.api.webhooks.deliveries({ endpointId, limit: 2, cursor: 'forged' }),
    'bad_input',
  )
  await sql(
    `update app.webhook_deliveries set id = uuidv7(interval '-30 days -1 minute') where id = $1`,
    [ids[0]],
  )
  await sql(
    `update app.webhook_deliveries set id = uuidv7(interval '-29 days 23 hours') where id = $1`,
    [ids[1]],
  )
  await webhookJobs(market.platform)['webhook.expire']?.({}, {} as never)
  const kept = await admin.api.webhooks.deliveries({ endpointId, limit: 5 })
  expect(kept.items).toHaveLength(2)
})

it('an organization has ten endpoints at most, also when they are added at once', async () => {
  const chief = await market.colleague(await market.member('client'), 'administrator')
  const url = receiver.at('/many')
  const added = await Promise.allSettled(
    Array.from({ length: 12 }, () => chief.api.webhooks.create({ url, types })),
  )
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expectRefusal(chief.api.webhooks.create({ url, types }), 'endpoints_full')
})
