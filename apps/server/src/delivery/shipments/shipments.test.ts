/** Tests that a medium is shipped by the vendor, and that each party states its own part once. */
import { beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { agree, expectRefusal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Delivered, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import { letProofAge } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, other, rival } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  other: 'client',
  rival: 'vendor',
})
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
const DAY_MS = 24 * 3_600_000
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const address = 'Data team, Room 12\nLindenallee 4, 20255 Hamburg'
const sent = {
  medium: 'USB drive of 64 GB',
  encryption: 'VeraCrypt, AES-256',
  carrier: 'DHL',
  tracking: ' JD014600 ',
  sentOn: day(0),
}

let deal: Delivered
const agreeOn = (method: string) =>
  sql(`update offers set delivery_method = $2 where id = $1`, [deal.offerId, method])
beforeAll(async () => {
  const funded = await fundedDeal(client, vendor)
  deal = { ...funded, client, vendor, uploadId: '' }
  await agreeOn('physical')
})

it('the client says where to, before anything is delivered; the vendor reads it and ships what is ready', async () => {
  const { contractId } = deal
  await expectRefusal(vendor.api.shipments.setAddress({ contractId, address }), 'not_permitted')
  await client.api.shipments.setAddress({ contractId, address })
  expect(await vendor.api.shipments.address({ contractId })).toMatchObject({ address })
  await expectRefusal(
    vendor.api.shipments.stateSent({ contractId, ...sent }),
    'not_awaiting_review',
  )
  expect((await vendor.api.shipments.files({ contractId })).items).toEqual([])
  await submit(market, vendor, contractId)
  await runJobs(market)
  const { items } = await vendor.api.shipments.files({ contractId })
  const { files } = await client.api.deliveries.dataset({ dprId: deal.dprId })
  expect(items.map(({ name, sha256 }) => [name, sha256])).toEqual(
    files.map(({ name, sha256 }) => [name, sha256]),
  )
  const { url } = await vendor.api.shipments.fileLink({ contractId, fileId: items[0]?.id ?? '' })
  const fetched = await market.fetch(url.replace(market.platform.config.publicUrl, ''))
  expect((await fetched.arrayBuffer()).byteLength).toBe(items[0]?.bytes)
  const log = await client.api.deliveries.fetched({ dprId: deal.dprId, limit: 5 })
  expect(log.items).toMatchObject([
    { fileName: items[0]?.name, by: expect.stringMatching(/^vendor /) },
  ])
})

it('the address is said by a person anew proved, audited, and told to both sides when it changes', async () => {
  const { contractId } = deal
  const admin = await market.colleague(client, 'administrator')
  await client.api.shipments.setAddress({ contractId, address })
  for (const { api } of [admin, vendor])
    expect((await api.notifications.list({})).items[0]).toMatchObject({
      title: 'Shipping address changed',
    })
  const audited = await sql(
    `select action, actor, detail from app.audit_log where object = $1 and action like 'shipping%' order by seq`,
    [`contract:${contractId}`],
  )
  const row = { actor: client.userId, detail: { organization: client.organization.id } }
  expect(audited).toEqual([
    { action: 'shipping_address.state', ...row },
    { action: 'shipping_address.change', ...row },
  ])
  const { secret } = await admin.api.keys.create({
    ...{ name: 'Logistics', scopes: ['deliveries:write'], limitCents: 0n, allowed: [], days: 90 },
  })
  const { shipments } = market.apiFor(secret)
  await expectRefusal(shipments.setAddress({ contractId, address }), 'scope_missing')
  await letProofAge(market, admin, 15)
  await expectRefusal(admin.api.shipments.setAddress({ contractId, address }), 'proof_needed')
})

it('the address of a cancelled contract is refused with the reason', async () => {
  const { contractId, offerId } = await agree(client, vendor)
  await sql(`update offers set delivery_method = 'physical' where id = $1`, [offerId])
  await sql(`update contracts set status = 'cancelled', cancelled_at = now() where id = $1`, [
    contractId,
  ])
  await expectRefusal(client.api.shipments.setAddress({ contractId, address }), 'shipping_over')
})

it('days that cannot be and a contract of another method are refused by name, and change nothing', async () => {
  const { contractId } = deal
  for (const sentOn of [day(3), day(-30), '2026-13-01'])
    await expect(
      vendor.api.shipments.stateSent({ contractId, ...sent, sentOn }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'sentOn' } })
  await agreeOn('download')
  await expectRefusal(vendor.api.shipments.stateSent({ contractId, ...sent }), 'not_by_medium')
  await expectRefusal(client.api.shipments.setAddress({ contractId, address }), 'not_by_medium')
  await expectRefusal(vendor.api.shipments.files({ contractId, limit: 5 }), 'not_by_medium')
  await agreeOn('physical')
  expect((await client.api.shipments.list({ contractId })).items).toEqual([])
})

it('a shipment and its arrival are stated once, by who did and saw it, in the log of the deal', async () => {
  const { contractId } = deal
  const shipment = await vendor.api.shipments.stateSent({ contractId, ...sent })
  expect(shipment).toMatchObject({ address, tracking: 'JD014600', sentOn: day(0), arrivedAs: null })
  await client.api.shipments.setAddress({ contractId, address: 'Elsewhere' })
  const shipmentId = shipment.id
  const arrive = (form: object) =>
    client.api.shipments.stateArrival({ shipmentId, as: 'intact', arrivedOn: day(0), ...form })
  await expectRefusal(arrive({ arrivedOn: null }), 'bad_input')
  await expectRefusal(arrive({ as: 'lost' }), 'bad_input')
  await expectRefusal(arrive({ arrivedOn: day(5) }), 'bad_input')
  const byVendor = { shipmentId, as: 'intact' as const, arrivedOn: day(0) }
  await expectRefusal(vendor.api.shipments.stateArrival(byVendor), 'not_permitted')
  expect(await arrive({ as: 'damaged' })).toMatchObject({ arrivedAs: 'damaged', arrivedOn: day(0) })
  await expectRefusal(arrive({}), 'arrival_stated')
  expect((await vendor.api.shipments.list({ contractId })).items).toMatchObject([
    { id: shipmentId, address, arrivedAs: 'damaged' },
  ])
  const lost = await vendor.api.shipments.stateSent({ contractId, ...sent, tracking: '' })
  await client.api.shipments.stateArrival({ shipmentId: lost.id, as: 'lost' })
  const leaves = await sql(
    `select type from transparency.openings where deal = $1 and type like 'shipment.%' order by seq`,
    [contractId],
  )
  expect(leaves.map(({ type }) => type)).toEqual([
    ...['shipment.sent', 'shipment.arrived', 'shipment.sent', 'shipment.arrived'],
  ])
  const titles = (await client.api.notifications.list({})).items.map(({ title }) => title)
  expect(titles).toContain('Medium shipped')
})

it('no other organization and no visitor reads, states or fetches anything of it', async () => {
  const { contractId } = deal
  const [shipment] = (await client.api.shipments.list({ contractId })).items
  const shipmentId = shipment?.id ?? ''
  const { items } = await vendor.api.shipments.files({ contractId })
  const fileId = items[0]?.id ?? ''
  for (const { api } of [other, rival]) {
    await expectRefusal(api.shipments.address({ contractId }), 'not_found')
    await expectRefusal(api.shipments.list({ contractId }), 'not_found')
  }
  await expectRefusal(other.api.shipments.setAddress({ contractId, address }), 'not_found')
  await expectRefusal(other.api.shipments.stateArrival({ shipmentId, as: 'lost' }), 'not_found')
  await expectRefusal(rival.api.shipments.stateSent({ contractId, ...sent }), 'not_found')
  await expectRefusal(rival.api.shipments.files({ contractId }), 'not_found')
  await expectRefusal(rival.api.shipments.fileLink({ contractId, fileId }), 'not_found')
  await expectRefusal(client.api.shipments.files({ contractId }), 'not_permitted')
  await expectRefusal(
    market.visitor.shipments.setAddress({ contractId, address }),
    'sign_in_required',
  )
})
