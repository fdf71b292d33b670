/** Tests who may begin, feed and read a twin that is measured for a listing. */
import { MAX_OPEN_TWINS } from '@semblance/contract'
import { afterEach, expect, it } from 'vitest'
import {
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import { createUpload, tusHeaders, upload } from '../../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'

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

it('is one of at most twenty that a vendor has under way', async () => {
  for (let i = 0; i < MAX_OPEN_TWINS; i++) await vendor.api.twins.start(form)
  await expectRefusal(vendor.api.twins.start(form), 'too_many_twins')
  const { items } = await vendor.api.twins.list({ limit: 2 })
  await vendor.api.twins.cancel({ twinId: items[0]?.id ?? '' })
  await vendor.api.twins.start(form)
})
