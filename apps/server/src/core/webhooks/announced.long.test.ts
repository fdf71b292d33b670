/**
 * Tests that each event reaches the programs of the organizations that it concerns and no others, through a whole trade.
 *
 * @module-tag long
 */
import {
  type DrawCondition,
  type WebhookType,
  webhookEvent,
  webhookTypes,
} from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { startObjectStore } from '../../../testing/fakes/object-store.ts'
import { receiverNetworks } from '../../../testing/fakes/webhook-receiver.ts'
import { runBank } from '../../../testing/fixtures/bank-account-fixtures.ts'
import {
  agree,
  deliver,
  disputedDeal,
  fund,
  fundedDeal,
  postDpr,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { inspect, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { proposeChange, say } from '../../../testing/fixtures/negotiation-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { runPayouts } from '../../money/payouts/service.ts'
import { keyJobs } from '../../people/keys/jobs.ts'

const people = { client: 'client', vendor: 'vendor', rival: 'vendor', outsider: 'both' } as const
const { market, client, vendor, rival, outsider } = await useMarket(people, receiverNetworks)
const store = await startObjectStore()
afterAll(() => store.close())
const everybody = { client, vendor, rival, outsider }
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
// Rows of the audit log come with nearly every step; they and subscriptions have tests of their own.
const typesOfSteps = webhookTypes.filter(
  (type) => type !== 'audit.recorded' && !/^(subscription|revision)\./.test(type),
)
const admins = new Map<string, Person>()

beforeAll(async () => {
  for (const person of Object.values(everybody)) {
    const admin = await market.colleague(person, 'administrator')
    admins.set(person.organization.id, admin)
    const url = 'https://programs.example/hooks'
    await admin.api.webhooks.create({ url, types: typesOfSteps })
  }
  // Nothing leaves: what is sent is the subject of another test.
  await sql(`create function hold_back() returns trigger language plpgsql as $$
    begin new.next_at := now() + interval '1 day'; return new; end $$`)
  await sql(`create trigger hold_back before insert on app.webhook_deliveries for each row
    execute function hold_back()`)
})
const adminOf = ({ organization }: Person) => {
  const admin = admins.get(organization.id)
  if (!admin) throw new Error('This organization has no administrator.')
  return admin
}

const seen = new Set<string>()
/** Takes what was announced since the last time: the types by person, each event as the contract describes it. */
async function announced() {
  const rows = await sql(`with taken as (delete from app.webhook_deliveries returning *)
    select e.organization, t.body from taken t join app.webhook_endpoints e on e.id = t.endpoint order by t.id`)
  const found: Record<string, [WebhookType, object][]> = {}
  for (const { organization, body } of rows) {
    const [name = ''] =
      Object.entries(everybody).find(([, one]) => one.organization.id === organization) ?? []
    const event = webhookEvent.parse(JSON.parse(body))
    expect(event).toEqual(JSON.parse(body)) // and nothing beyond it
    seen.add(event.type)
    found[name] = [...(found[name] ?? []), [event.type, event.data]]
  }
  return found
}
const types = (events: [WebhookType, object][] = []) => events.map(([type]) => type)

describe('through a trade', () => {
  let dprId: string
  let offerId: string
  let contractId: string

  it('requests, offers, messages and proposals reach their parties', async () => {
    await vendor.api.market.saveSearch({ name: 'All', search: '', alerts: true })
    dprId = await postDpr(client)
    await runJobs(market)
    expect(await announced()).toEqual({
      client: [['dpr.published', { dprId }]],
      vendor: [['dpr.published', { dprId }]],
    })
    offerId = await sendOffer(vendor, dprId)
    const rivalOffer = await sendOffer(rival, dprId)
    expect(await announced()).toEqual({
      client: [
        ['offer.submitted', { offerId, dprId }],
        ['offer.submitted', { offerId: rivalOffer, dprId }],
      ],
      vendor: [['offer.submitted', { offerId, dprId }]],
      rival: [['offer.submitted', { offerId: rivalOffer, dprId }]],
    })
    const { id: conversationId } = await client.api.negotiation.open({ offerId })
    const { id: messageId } = await say(client, conversationId)
    const said = ['message.sent', { conversationId, messageId, by: 'client' }]
    expect(await announced()).toEqual({ client: [said], vendor: [said] })
    const first = await proposeChange(client, conversationId)
    const change = { priceCents: 1_800_000n }
    const second = await proposeChange(vendor, conversationId, change, { counters: first.id })
    await client.api.negotiation.approve({ proposalId: second.id })
    const about = { offerId, conversationId }
    const countered = [
      'proposal.decided',
      { ...about, proposalId: first.id, decision: 'countered' },
    ]
    const approved = ['proposal.decided', { ...about, proposalId: second.id, decision: 'approved' }]
    const changed = ['offer.changed', { offerId, dprId, revision: 2 }]
    expect(await announced()).toEqual({
      client: [
        countered,
        ['proposal.received', { ...about, proposalId: second.id }],
        changed,
        approved,
      ],
      vendor: [
        ['proposal.received', { ...about, proposalId: first.id }],
        countered,
        changed,
        approved,
      ],
    })
  })

  it('acceptance and payment reach both parties, and the rival only what became of its own offer', async () => {
    const accepted = await client.api.offers.accept({ offerId, revision: 2 })
    contractId = accepted.contractId
    const about = { offerId, dprId, contractId }
    const both = [
      ['offer.accepted', about],
      ['contract.created', about],
    ]
    expect(await announced()).toEqual({ client: both, vendor: both })
    await fund(client, offerId)
    const { rival: ofRival, client: ofClient, vendor: ofVendor } = await announced()
    expect(types(ofRival)).toEqual(['offer.rejected'])
    expect(ofRival?.[0]?.[1]).toMatchObject({ dprId, as: 'not_selected' })
    expect(types(ofClient).toSorted()).toEqual(['contract.funded', 'offer.rejected'])
    expect(ofVendor).toEqual([['contract.funded', { contractId }]])
  })

  it('a refused file is the vendor’s alone to know, a delivery both parties’', async () => {
    const { delivery } = await inspect(market, vendor, contractId, 'no table')
    const about = { contractId, deliveryId: delivery.id }
    expect(await announced()).toEqual({
      vendor: [['delivery.refused', { ...about, status: 'draft' }]],
    })
    const [file] = delivery.files
    await market.fetch(`/api/uploads/${file?.id}`, {
      method: 'DELETE',
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${vendor.token}` },
    })
    await submit(market, vendor, contractId)
    const submitted = [['delivery.submitted', about]]
    expect(await announced()).toEqual({ client: submitted, vendor: submitted })
    await runJobs(market)
    const { client: ofClient, ...others } = await announced()
    expect(types(ofClient)).toEqual(['delivery.ready', 'certificate.issued'])
    expect(others).toEqual({ vendor: ofClient })
    await client.api.deliveries.requestChanges({ contractId, reason: 'In dollars' })
    const asked = [['delivery.changes_requested', { contractId }]]
    expect(await announced()).toEqual({ client: asked, vendor: asked })
  })

  it('acceptance releases money to both parties’ knowledge; payouts are the vendor’s alone', async () => {
    await deliver(market, contractId)
    await announced()
    await release(market, client, contractId)
    const both = [
      ['delivery.accepted', { contractId, by: 'client' }],
      ['escrow.released', { contractId }],
    ]
    expect(await announced()).toEqual({ client: both, vendor: both })
    await adminOf(vendor).api.banking.save({ ...bankingForm('6789'), revision: 0 })
    const payAt = () => runPayouts(market.platform, new Date(Date.now() + 8 * 86_400_000))
    await payAt()
    await runBank(market)
    const paid = await announced()
    expect(Object.keys(paid)).toEqual(['vendor'])
    expect(types(paid.vendor)).toEqual(['payout.paid'])
    const other = await fundedDeal(client, rival, 50_000n)
    await deliver(market, other.contractId)
    await release(market, client, other.contractId)
    await adminOf(rival).api.banking.save({ ...bankingForm('9002'), revision: 0 })
    await announced()
    await payAt()
    await runBank(market)
    const failed = await announced()
    expect(Object.keys(failed)).toEqual(['rival'])
    expect(failed.rival?.[0]).toEqual([
      'payout.failed',
      { payoutId: expect.any(String), status: 'failed' },
    ])
  })
})

it('what becomes of rows drawn later is told: rows to both parties, none to the client; sendings to it alone', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  await runJobs(market)
  await release(market, client, contractId)
  await sql(
    `update offers set more_rows = '{"rows": 100, "draws": 2}' where id = (select offer_id from contracts where id = $1)`,
    [contractId],
  )
  await announced()
  const drawn = async (rows: number, conditions: DrawCondition[] = []) => {
    const { id } = await client.api.draws.start({ contractId, rows, conditions })
    await runJobs(market)
    return { contractId, deliveryId: delivery.id, drawId: id }
  }
  const ready = [['draw.ready', await drawn(20)]]
  expect(await announced()).toEqual({ client: ready, vendor: ready })
  const none = await drawn(20, [{ column: 'age', is: 'equal', value: 'no number' }])
  expect(await announced()).toEqual({ client: [['draw.refused', none]] })

  const destination = await adminOf(client).api.pushes.addDestination({
    ...{ kind: 's3', name: 'Lake', isAutomatic: false, folder: '', isPathStyle: true },
    ...{ endpoint: store.settings.endpoint, region: store.settings.region, bucket: 'lake' },
    accessKeyId: store.settings.keyId,
    secret: { by: 'secret_key', secretAccessKey: store.settings.secret },
  })
  const destinationId = destination.id
  const { id: pushId } = await client.api.pushes.send({ contractId, destinationId })
  await runJobs(market)
  const sent = { contractId, deliveryId: delivery.id, pushId }
  expect(await announced()).toEqual({ client: [['push.arrived', sent]] })
  await client.api.pushes.send({ contractId, destinationId })
  await adminOf(client).api.pushes.removeDestination({ destinationId })
  expect(await announced()).toEqual({ client: [['push.failed', sent]] })
})

it('ends of requests, offers and contracts reach those whose they were', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  await sendOffer(rival, dprId)
  await announced()
  await vendor.api.offers.withdraw({ offerId })
  const withdrawn = [['offer.rejected', { offerId, dprId, as: 'withdrawn' }]]
  expect(await announced()).toEqual({ client: withdrawn, vendor: withdrawn })
  await client.api.dprs.cancel({ dprId })
  const ended = await announced()
  expect(types(ended.client)).toEqual(['dpr.closed', 'offer.rejected'])
  expect(types(ended.rival)).toEqual(['offer.rejected'])
  const deal = await fundedDeal(client, vendor)
  await announced()
  await client.api.payments.cancel({ contractId: deal.contractId })
  expect(await announced()).toEqual({
    client: [
      ['contract.cancelled', { contractId: deal.contractId }],
      ['dpr.closed', { dprId: deal.dprId, as: 'cancelled' }],
    ],
    vendor: [['contract.cancelled', { contractId: deal.contractId }]],
  })
  const unpaid = await agree(client, vendor)
  await announced()
  await client.api.payments.cancel({ contractId: unpaid.contractId })
  const { client: ofClient, ...others } = await announced()
  expect(types(ofClient).toSorted()).toEqual(['contract.cancelled', 'offer.rejected'])
  expect(others).toEqual({ vendor: ofClient })
})

it('a dispute reaches both parties, from its opening to its end', async () => {
  await announced()
  const disputeId = await disputedDeal(client, vendor, 100_000n)
  const staff = await market.staff()
  await staff.api.disputes.staff.rule({ disputeId, toVendorCents: 0n, reasons: 'Constant.' })
  const { client: ofClient = [], vendor: ofVendor } = await announced()
  const about = ofClient.filter(([type]) => type.startsWith('dispute.'))
  expect(about).toMatchObject([
    ['dispute.opened', { disputeId, by: 'client' }],
    ['dispute.answered', { disputeId }],
    ['dispute.resolved', { disputeId, as: 'ruled' }],
  ])
  expect(ofVendor?.filter(([type]) => type.startsWith('dispute.'))).toEqual(about)
})

it('a delivery that staff give up reaches both parties', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await submit(market, vendor, contractId)
  await sql(
    `with held as (update deliveries set status = 'held' where id = $1 returning id)
     insert into app.held_deliveries (delivery_id, resumes_as, cause) select id, 'queued', 'x' from held`,
    [delivery.id],
  )
  await announced()
  const staff = await market.staff()
  await staff.api.deliveries.staff.giveUp({ id: delivery.id, reason: 'It cannot be read.' })
  const failed = [['delivery.failed', { contractId, deliveryId: delivery.id }]]
  expect(await announced()).toEqual({ client: failed, vendor: failed })
})

it('a key that expires soon is announced to its organization', async () => {
  await announced()
  const { key } = await adminOf(client).api.keys.create({ name: 'CI', scopes: ['dprs:read'] })
  await sql(`update app.api_keys set expires_at = now() + interval '13 days' where id = $1`, [
    key.id,
  ])
  await keyJobs(market.platform)['api_key.remind']?.({}, {} as never)
  expect(await announced()).toEqual({
    client: [['key.expiring', { keyId: key.id, expiresAt: expect.any(String) }]],
  })
})

afterAll(() => expect([...seen].sort()).toEqual([...typesOfSteps].sort()))
