/** Tests who may begin, feed and read a twin that is measured for a listing. */
import { MAX_OPEN_TWINS } from '@semblance/contract'
import { afterEach, expect, it } from 'vitest'
import {
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  besideOlderServer,
  createUpload,
  tusHeaders,
  upload,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { system } from '../../../platform/database/db.ts'
import { wasDrawnInVain } from '../measurement.ts'
import { expireUploads } from '../originals/destruction.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'both',
  stranger: 'both',
})
afterEach(() => expectSoundLedger(market))

const form = { title: 'Members', category: 'retail', privacyLevel: 'high' } as const

it('is begun by a vendor, and is of no contract', async () => {
  const twin = await vendor.api.twins.start(form)
  expect(twin).toMatchObject({ ...form, listingId: null, delivery: { status: 'draft' } })
  const uploadId = await upload(market, vendor, { twinId: twin.id }, 'a,b\n1,2\n')
  const headers = tusHeaders(vendor)
  const head = await market.fetch(`/api/uploads/${uploadId}`, { method: 'HEAD', headers })
  expect(head.headers.get('upload-metadata')).toContain(
    `twinId ${Buffer.from(twin.id).toString('base64')}`,
  )
  const { delivery } = await vendor.api.twins.get({ twinId: twin.id })
  expect(delivery.files).toMatchObject([{ name: 'customers.csv', bytes: 8, receivedBytes: 8 }])
  const { rows } = await market.platform.db.pool.query(
    'select contract_id, client, vendor from deliveries',
  )
  expect(rows).toEqual([{ contract_id: null, client: null, vendor: vendor.organization.id }])
  await vendor.api.twins.cancel({ twinId: twin.id })
})

it('is nobody else’s to read, feed, measure or cancel', async () => {
  const { id: twinId } = await vendor.api.twins.start(form)
  const own = await upload(market, vendor, { twinId }, 'a,b\n1,2\n')
  for (const { api } of [stranger, client]) {
    expect((await api.twins.list({}).catch(() => ({ items: [] }))).items).toEqual([])
    for (const call of [
      () => api.twins.inspect({ twinId }),
      () => api.twins.reopen({ twinId }),
      () => api.twins.submit({ twinId, choices: [], tables: [] }),
      () => api.twins.forecast({ twinId, choices: [], tables: [] }),
      () => api.twins.cancel({ twinId }),
    ])
      await expectRefusal(call(), api === client.api ? 'not_permitted' : 'not_found')
  }
  await expectRefusal(stranger.api.twins.get({ twinId }), 'not_found')
  await expectRefusal(stranger.api.twins.profiles({ twinId }), 'not_found')
  expect((await createUpload(market, stranger, { twinId })).status).toBe(404)
  const headers = tusHeaders(stranger)
  const removal = await market.fetch(`/api/uploads/${own}`, { method: 'DELETE', headers })
  expect(removal.status).toBe(404)
  const { delivery } = await vendor.api.twins.get({ twinId })
  expect(delivery).toMatchObject({ status: 'draft', files: [{ receivedBytes: 8 }] })
  await vendor.api.twins.cancel({ twinId })
})

it('takes no delivery of a contract for a twin, and no twin for a contract', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await upload(market, vendor, contractId, 'a,b\n1,2\n')
  const delivery = await vendor.api.deliveries.latest({ contractId })
  const twinId = delivery?.id ?? ''
  await expectRefusal(vendor.api.twins.get({ twinId }), 'not_found')
  await expectRefusal(vendor.api.twins.inspect({ twinId }), 'not_found')
  expect((await createUpload(market, vendor, { twinId })).status).toBe(404)
  const { id } = await vendor.api.twins.start(form)
  await expectRefusal(vendor.api.deliveries.inspect({ contractId: id }), 'not_found')
  await expectRefusal(vendor.api.listings.draft({ deliveryId: id }), 'delivery_not_listable')
  await vendor.api.twins.cancel({ twinId: id })
})

it('is not drawn from a model whose rows were refused for another twin of the vendor', async () => {
  const first = (await vendor.api.twins.start(form)).id
  const refused = (await vendor.api.twins.start(form)).id
  const { db } = market.platform
  const spent = async (subject: string, drawnFrom: string | null): Promise<string> => {
    const { rows } = await db.pool.query(
      `with s as (insert into sources (vendor, name, rho_limit_billionths) values ($1, $2, 1) returning id)
       insert into source_spendings (source_id, vendor, purpose, subject, deal, state, rho_billionths, delta, measured_at,
         ended_at, rho_before_billionths, delta_before, limit_then_billionths, drawn_from)
       select id, $1, 'delivery', $2, $2, 'spent', 1, 1e-6, now(), now(), 0, 0, 1, $3 from s returning id`,
      [vendor.organization.id, subject, drawnFrom],
    )
    return rows[0].id
  }
  const model = await spent(first, null)
  await spent(refused, model)
  const isPassedOver = () =>
    db.transaction(system, (tx) => wasDrawnInVain(tx, { contract_id: null }, model))
  expect(await isPassedOver()).toBe(false)
  await db.pool.query(
    `update deliveries set status = 'refused', reason = 'Missed', finished_at = now() where id = $1`,
    [refused],
  )
  expect(await isPassedOver()).toBe(true)
  await vendor.api.twins.cancel({ twinId: first })
})

it('is one of at most twenty that a vendor has under way', async () => {
  const start = () => vendor.api.twins.start(form)
  for (let i = 0; i < MAX_OPEN_TWINS - 2; i++) await start()
  const atOnce = await Promise.allSettled(Array.from({ length: 6 }, start))
  expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expectRefusal(vendor.api.twins.start(form), 'too_many_twins')
  const { items } = await vendor.api.twins.list({ limit: 2 })
  await vendor.api.twins.cancel({ twinId: items[0]?.id ?? '' })
  await start()
})

it('is canceled after two days without data, whether that expired or never came', async () => {
  const { pool } = market.platform.db
  await pool.query(`update deliveries set status = 'cancelled', finished_at = now()
    where contract_id is null and status = 'draft'`)
  const begin = async () => (await vendor.api.twins.start(form)).id
  const [empty, expired, fed, young] = [await begin(), await begin(), await begin(), await begin()]
  const old = await upload(market, vendor, { twinId: expired }, 'a,b\n1,2\n')
  await upload(market, vendor, { twinId: fed }, 'a,b\n1,2\n')
  await pool.query(`update uploads set created_at = now() - interval '49 hours' where id = $1`, [
    old,
  ])
  await pool.query(
    `update measured_twins set created_at = now() - interval '49 hours' where delivery_id = any ($1)`,
    [[empty, expired, fed]],
  )
  await expireUploads(market.platform)
  const statusOf = async (twinId: string) =>
    (await vendor.api.twins.get({ twinId })).delivery.status
  for (const id of [empty, expired]) expect(await statusOf(id)).toBe('cancelled')
  for (const id of [fed, young]) expect(await statusOf(id)).toBe('draft')
})

it('is not begun while a server of the release before runs, which could not make it', async () => {
  await besideOlderServer(market, async () => {
    await expectRefusal(vendor.api.twins.start(form), 'update_under_way')
  })
  await vendor.api.twins.start(form)
})
