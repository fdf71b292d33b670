/**
 * Tests who may subscribe within the source's limit, what programs learn of it, and when no further revision opens.
 *
 * @module-tag long
 */
import { webhookTypes } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import {
  expectRefusal,
  expectRefusals,
  fund,
  race,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useSubscriptions } from '../../../testing/fixtures/use-subscriptions.ts'

const use = await useSubscriptions()
const { market, vendor, buyer, rival, stranger, listingId } = use
const { rows, raiseLimit, wanted, read, pass, advance, inDays } = use

describe('a subscription', () => {
  it('shows what its revisions would take of the account, and is refused beyond the limit', async () => {
    const { projection } = await buyer.api.subscriptions.forecast({
      listingId,
      optionId: 'monthly',
    })
    expect(projection).toMatchObject({ epsilon: 3, revisions: 3, promisedToOthers: 0 })
    expect(projection.next.epsilon).toBeGreaterThan(projection.before.epsilon)
    expect(projection.all.epsilon).toBeGreaterThan(projection.next.epsilon)
    expect(projection.allShare - projection.beforeShare).toBeCloseTo(
      3 * (projection.nextShare - projection.beforeShare),
    )
    expect(projection.fitting).toBe(2)
    await expectRefusal(buyer.api.subscriptions.start(wanted()), 'subscription_over_limit')
    expect(await rows('select 1 from data_subscriptions')).toEqual([])
    await raiseLimit()
    await expectRefusal(buyer.api.subscriptions.start(wanted('copy')), 'bad_input')
    await expectRefusal(buyer.api.listings.buy(wanted()), 'bad_input')
    await expectRefusal(vendor.api.subscriptions.start(wanted()), 'not_permitted')
    await expectRefusal(
      buyer.api.subscriptions.start({ ...wanted(), priceCents: 1n }),
      'listing_changed',
    )
  })

  it('is started once, by eight calls at a time, and promises its revisions to nobody else', async () => {
    const { wins, codes } = await race(8, () => buyer.api.subscriptions.start(wanted()))
    expect([wins, [...codes]]).toEqual([1, ['subscription_exists']])
    const { items } = await buyer.api.subscriptions.list({ side: 'client' })
    expect(items).toMatchObject([
      { status: 'active', revisions: 3, delivered: 0, current: { number: 1, phase: 'to_pay' } },
    ])
    const forecast = await rival.api.subscriptions.forecast({ listingId, optionId: 'monthly' })
    expect(forecast.projection.promisedToOthers).toBe(3)
    expect((await vendor.api.subscriptions.list({ side: 'vendor' })).items).toHaveLength(1)
    await expectRefusal(rival.api.subscriptions.start(wanted('long')), 'subscription_over_limit')
  })

  it('is read and changed by its parties alone', async () => {
    const [{ id: subscriptionId }] = await rows('select id from data_subscriptions')
    for (const person of [rival, stranger]) {
      const { api } = person
      await expectRefusals(
        [
          api.subscriptions.get({ subscriptionId }),
          api.subscriptions.revisions({ subscriptionId }),
          api.subscriptions.compare({ subscriptionId, from: 0, to: 1 }),
          api.subscriptions.order({ subscriptionId, number: 1 }),
          api.subscriptions.pause({ subscriptionId }),
          api.subscriptions.resume({ subscriptionId }),
          api.subscriptions.cancel({ subscriptionId }),
        ],
        'not_found',
      )
      expect((await api.subscriptions.list({ side: 'client' })).items).toEqual([])
    }
    await expectRefusal(stranger.api.subscriptions.open({ subscriptionId }), 'not_found')
    await expectRefusal(vendor.api.subscriptions.pause({ subscriptionId }), 'not_permitted')
    await expectRefusal(market.visitor.subscriptions.get({ subscriptionId }), 'sign_in_required')
    await buyer.api.subscriptions.cancel({ subscriptionId })
  })
})

describe('programs of both parties', () => {
  it('are told of its start, pause, revisions and end, and those of others of nothing', async () => {
    await rows(`create function public.hold_back() returns trigger language plpgsql as $$
      begin new.next_at := now() + interval '1 day'; return new; end $$`)
    await rows(`create trigger hold_back before insert on app.webhook_deliveries for each row
      execute function public.hold_back()`)
    for (const person of [rival, vendor, stranger]) {
      const admin = await market.colleague(person, 'administrator')
      const types = webhookTypes.filter((type) => /^(subscription|revision)\./.test(type))
      await admin.api.webhooks.create({ url: 'https://programs.example/hooks', types })
    }
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    await rival.api.subscriptions.pause({ subscriptionId })
    await rival.api.subscriptions.resume({ subscriptionId })
    await pass(subscriptionId, 31)
    await advance()
    const due = (await rival.api.dashboards.client()).tasks
    expect(due.map(({ kind, path }) => [kind, path])).toContainEqual([
      'order_revision',
      `/subscriptions/${subscriptionId}`,
    ])
    const ordered = await rival.api.subscriptions.order({ subscriptionId, number: 2 })
    await fund(rival, ordered.offerId)
    const [{ source_id: id }] = await rows(
      'select source_id from data_subscriptions where id = $1',
      [subscriptionId],
    )
    expect(await vendor.api.sources.ofDeal({ deal: ordered.contractId ?? '' })).toMatchObject({
      id,
    })
    expect((await vendor.api.dashboards.vendor()).tasks).toContainEqual(
      expect.objectContaining({ kind: 'deliver', detail: expect.stringContaining('Due by') }),
    )
    await pass(subscriptionId, 6)
    await advance()
    await rival.api.subscriptions.cancel({ subscriptionId })
    const told = (person: Person) =>
      rows(
        `select t.body::jsonb ->> 'type' as type, t.body::jsonb -> 'data' as data from app.webhook_deliveries t
         join app.webhook_endpoints e on e.id = t.endpoint where e.organization = $1 order by t.id`,
        [person.organization.id],
      )
    const of = (type: string, data = {}) => ({ type, data: { subscriptionId, ...data } })
    const { contractId } = ordered
    const all = [
      of('subscription.started', { listingId }),
      of('subscription.paused', { as: 'client' }),
      of('subscription.resumed'),
      of('revision.due', { number: 2 }),
      of('revision.missed', { number: 2, contractId }),
      of('subscription.ended', { as: 'client' }),
    ]
    expect(await told(rival)).toEqual(all)
    expect(await told(vendor)).toEqual(all)
    expect(await told(stranger)).toEqual([])
    await rows('delete from app.webhook_endpoints')
  })
})

describe('the next revision', () => {
  it('does not open once other measurements have used up the limit', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    await pass(subscriptionId, 40)
    const [{ rho_spent_billionths: spent }] = await rows('select rho_spent_billionths from sources')
    await market.platform.db.pool.query(
      `update sources set rho_spent_billionths = rho_limit_billionths - rho_reserved_billionths`,
    )
    await advance()
    await rival.api.subscriptions.resume({ subscriptionId })
    expect(await read(rival, subscriptionId)).toMatchObject({ status: 'ended', endedAs: 'limit' })
    await rows('update sources set rho_spent_billionths = $1', [spent])
  })

  it('does not open for a client whose account was closed, and nothing stays promised to it', async () => {
    const promised = async () =>
      (await buyer.api.subscriptions.forecast({ listingId, optionId: 'monthly' })).projection
        .promisedToOthers
    const before = await promised()
    const gone = await market.member('client')
    const { subscriptionId, contractId } = await gone.api.subscriptions.start(wanted())
    await gone.api.payments.cancel({ contractId: contractId ?? '' })
    await advance()
    const staff = await market.staff()
    const closed = { id: gone.organization.id, reason: 'Fraud' }
    await staff.api.admin.organizations.suspend(closed)
    await staff.api.admin.organizations.terminate(closed)
    await advance()
    expect(await read(vendor, subscriptionId)).toMatchObject({ status: 'ended', endedAs: 'client' })
    expect(await promised()).toBe(before)
  })

  it('is not ordered while its vendor is suspended, or once staff have taken the listing down', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    await pass(subscriptionId, 40)
    await advance()
    await rival.api.subscriptions.resume({ subscriptionId })
    const order = { subscriptionId, number: 2 }
    const staff = await market.staff()
    const { id } = vendor.organization
    await staff.api.admin.organizations.suspend({ id, reason: 'Fraud' })
    await expectRefusal(rival.api.subscriptions.order(order), 'listing_not_for_sale')
    await staff.api.admin.organizations.activate({ id })
    const down = (status: string) =>
      rows('update listings set status = $2, taken_down_reason = $3 where id = $1', [
        ...[listingId, status, status === 'taken_down' ? 'It names a person.' : null],
      ])
    await down('taken_down')
    await expectRefusal(rival.api.subscriptions.order(order), 'listing_not_for_sale')
    await down('published')
    const { offerId } = await rival.api.subscriptions.order(order)
    expect((await read(rival, subscriptionId)).current.phase).toBe('to_pay')
    await staff.api.admin.organizations.suspend({ id, reason: 'Fraud' })
    await expectRefusal(fund(rival, offerId), 'vendor_not_selling')
    await staff.api.admin.organizations.activate({ id })
  })

  it('does not open while its vendor is suspended', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    await pass(subscriptionId, 40)
    await advance()
    const staff = await market.staff()
    await staff.api.admin.organizations.suspend({ id: vendor.organization.id, reason: 'Unpaid' })
    await rival.api.subscriptions.resume({ subscriptionId })
    await advance()
    expect(await read(rival, subscriptionId)).toMatchObject({
      isVendorSelling: false,
      current: { number: 1 },
    })
    await staff.api.admin.organizations.activate({ id: vendor.organization.id })
    await advance()
    expect(await read(rival, subscriptionId)).toMatchObject({ current: { number: 2 } })
  })

  it('of a listing that staff take down never opens: the subscription ends, paused or not, with what is unpaid', async () => {
    const unpaid = await buyer.api.subscriptions.start(wanted())
    const { subscriptionId } = await rival.api.subscriptions.start(wanted('own-pace'))
    await advance(inDays(9))
    expect(await read(rival, subscriptionId)).toMatchObject({ status: 'paused' })
    await rival.api.subscriptions.resume({ subscriptionId })
    await buyer.api.subscriptions.resume({ subscriptionId: unpaid.subscriptionId })
    await pass(unpaid.subscriptionId, 40)
    await advance()
    expect((await read(buyer, unpaid.subscriptionId)).current.phase).toBe('to_order')
    const staff = await market.staff()
    await staff.api.listings.staff.takeDown({ listingId, reason: 'The title names a person.' })
    const seller = await market.colleague(vendor, 'member')
    const opened = await seller.api.subscriptions.open({ subscriptionId })
    expect(opened).toMatchObject({ status: 'ended', endedAs: 'taken_down', current: { number: 1 } })
    await advance()
    expect(await read(buyer, unpaid.subscriptionId)).toMatchObject({
      ...{ status: 'ended', endedAs: 'taken_down' },
      current: { number: 2, phase: 'cancelled' },
    })
  })
})
