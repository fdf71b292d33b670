/**
 * Tests that subscriptions open, order, refund and end revisions, each under an ordinary contract, within the source's limit.
 *
 * @module-tag long
 */
import {
  defaultLicense,
  parseVerifierKey,
  type SubscriptionTerms,
  webhookTypes,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chain, type Parts, pack, unpack } from '../../../testing/dossiers/dossier-parts.ts'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { receiverNetworks } from '../../../testing/fakes/webhook-receiver.ts'
import { deliveredCustomers } from '../../../testing/finding-fixtures.ts'
import {
  bankAccount,
  deliver,
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
  fund,
  race,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { newCustomersCsv, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { findSigner } from '../../core/transparency/service.ts'
import { system } from '../../platform/database/db.ts'
import { advanceSubscriptions } from './advance.ts'

const people = {
  client: 'client',
  vendor: 'vendor',
  buyer: 'client',
  rival: 'client',
  stranger: 'both',
} as const
const { market, client, vendor, buyer, rival, stranger } = await useMarket(people, receiverNetworks)
afterEach(async () => {
  await expectSoundLedger(market)
  const { items } = await rival.api.subscriptions.list({ side: 'client' })
  for (const { id, status } of items)
    if (status !== 'ended') await rival.api.subscriptions.cancel({ subscriptionId: id })
})

const DAY_MS = 86_400_000
const priceCents = 120_000n
const terms: SubscriptionTerms = {
  pace: 'monthly',
  revisions: 3,
  deliveryDays: 5,
  minRecords: 100,
  minAccuracyPercent: null,
}
const optionOf = (id: string, subscription: SubscriptionTerms | undefined) => ({
  ...{ id, name: id, priceCents, license: defaultLicense },
  ...(subscription && { subscription }),
})

const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

let listingId: string
const revision = 1
const wanted = (optionId = 'monthly') => ({ listingId, revision, optionId, priceCents })

beforeAll(async () => {
  const deal = await deliveredCustomers(market, { client, vendor })
  await client.api.deliveries.release(deal)
  const [{ id: deliveryId }] = await rows('select id from deliveries')
  const draft = await vendor.api.listings.draft({ deliveryId })
  listingId = draft.id
  const admin = await market.colleague(vendor, 'administrator')
  await admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
  const { title, category, dictionary } = draft.content
  await vendor.api.listings.save({
    listingId,
    ...{ title, category, description: 'Age, city and income of customers, as of this month.' },
    dictionary: dictionary.map((column) => ({
      ...column,
      description: `What ${column.name} says`,
    })),
    options: [
      optionOf('copy', undefined),
      optionOf('monthly', terms),
      optionOf('own-pace', { ...terms, pace: 'vendor', revisions: 2 }),
      optionOf('long', { ...terms, revisions: 24 }),
    ],
  })
  await vendor.api.listings.publish({ listingId, mayResell: true, accepted: vendor.accepted })
}, 400_000)

const advance = (at = new Date()) => advanceSubscriptions(market.platform, at)
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
/** Lets the given days pass for one subscription. */
const pass = (id: string, days: number) =>
  market.platform.db.pool.query(
    `with s as (update data_subscriptions set next_due_at = next_due_at - make_interval(days => $2) where id = $1),
      r as (update data_subscription_revisions set pay_by = pay_by - make_interval(days => $2) where subscription_id = $1),
      k as (update contracts set funded_at = funded_at - make_interval(days => $2),
        payment_returned_at = payment_returned_at - make_interval(days => $2)
        where offer_id in (select offer_id from data_subscription_revisions where subscription_id = $1) returning id)
     update disputes set opened_at = opened_at - make_interval(days => $2) where contract_id in (select id from k)`,
    [id, days],
  )
const read = (person: Person, subscriptionId: string) =>
  person.api.subscriptions.get({ subscriptionId })
const refunded = async (contractId: string) =>
  (
    await rows('select sum(amount_cents)::bigint as cents from refunds where contract_id = $1', [
      contractId,
    ])
  )[0].cents

/** Starts a subscription whose first payment the bank takes back after it has settled. */
async function startReturned(optionId?: string) {
  const started = await rival.api.subscriptions.start(wanted(optionId))
  const { subscriptionId, offerId, contractId } = started
  const returning = { ...bankAccount, accountNumber: '000123459010' }
  await rival.api.payments.fund({ offerId, bankAccount: returning, accepted: rival.accepted })
  await rival.settle()
  await rival.settle('returned')
  expect((await read(rival, subscriptionId)).current.phase).toBe('interrupted')
  return { subscriptionId, offerId, contractId: contractId ?? '' }
}

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
    const admin = await market.colleague(vendor, 'administrator')
    const [{ source_id: id }] = await rows('select source_id from source_spendings')
    await admin.api.sources.setLimit({ id, epsilon: 12 })
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

describe('a revision', () => {
  it('that is not paid in time lapses, which pauses the subscription and charges nothing', async () => {
    const { subscriptionId, contractId, offerId } = await rival.api.subscriptions.start(wanted())
    await pass(subscriptionId, 6)
    await advance()
    await advance()
    const reminders = `select count(*)::int as sent from notifications where title = 'Revision to be paid' and user_id = $1`
    expect(await rows(reminders, [rival.userId])).toEqual([{ sent: 1 }])
    await pass(subscriptionId, 1)
    await advance() // within the grace
    expect((await read(rival, subscriptionId)).current.phase).toBe('to_pay')
    await pass(subscriptionId, 1)
    await Promise.all(Array.from({ length: 8 }, () => advance()))
    expect(await read(rival, subscriptionId)).toMatchObject({
      status: 'paused',
      pausedAs: 'unpaid',
      current: { number: 1, phase: 'lapsed' },
    })
    expect(await rows('select status from contracts where id = $1', [contractId])).toEqual([
      { status: 'cancelled' },
    ])
    await expect(
      rival.api.payments.fund({ offerId, bankAccount, accepted: rival.accepted }),
    ).rejects.toMatchObject({ code: 'contract_fixed' })
    await expectRefusal(
      rival.api.subscriptions.order({ subscriptionId, number: 1 }),
      'subscription_fixed',
    )
    await pass(subscriptionId, 30)
    const resumed = await race(8, () => rival.api.subscriptions.resume({ subscriptionId }))
    expect([resumed.wins, [...resumed.codes]]).toEqual([1, ['subscription_fixed']])
    expect(await read(rival, subscriptionId)).toMatchObject({
      status: 'active',
      current: { number: 2, phase: 'to_order' },
    })
    const path = `/subscriptions/${subscriptionId}`
    const isTask = async () =>
      (await rival.api.dashboards.client()).tasks.some((task) => task.path === path)
    await pass(subscriptionId, 7)
    expect(await isTask()).toBe(true) // within the grace
    await pass(subscriptionId, 1)
    expect(await isTask()).toBe(false)
    await rival.api.subscriptions.cancel({ subscriptionId })
    expect((await read(rival, subscriptionId)).current.phase).toBe('cancelled')
  })

  it('whose payment the bank refuses can be paid again until it lapses', async () => {
    const { subscriptionId, offerId } = await rival.api.subscriptions.start(wanted())
    const failing = { ...bankAccount, accountNumber: '000123459001' }
    await rival.api.payments.fund({ offerId, bankAccount: failing, accepted: rival.accepted })
    expect((await read(rival, subscriptionId)).current.phase).toBe('paying')
    await pass(subscriptionId, 8)
    await advance() // the bank has not answered yet
    expect((await read(rival, subscriptionId)).current.phase).toBe('paying')
    await rival.settle()
    expect((await read(rival, subscriptionId)).current.phase).toBe('to_pay')
    await advance()
    expect(await read(rival, subscriptionId)).toMatchObject({ pausedAs: 'unpaid' })
  })

  it('whose order waited for an approval and was declined is over, and nobody is told that it was not paid', async () => {
    const admin = await market.colleague(rival, 'administrator')
    const none = { paymentCents: null, monthCents: null }
    const limit = (member: { paymentCents: bigint | null; monthCents: bigint | null }) =>
      admin.api.spending.setRules({
        ...{ member, organization: none, needsPurchaseOrder: false, needsCostCenter: false },
      })
    await limit({ paymentCents: 1000n, monthCents: null })
    const { subscriptionId, offerId, contractId } = await rival.api.subscriptions.start(wanted())
    expect(contractId).toBeNull()
    expect((await read(rival, subscriptionId)).current.phase).toBe('approval')
    await rival.api.offers.reject({ offerId })
    expect((await read(rival, subscriptionId)).current.phase).toBe('cancelled')
    await pass(subscriptionId, 9)
    await advance()
    expect(await read(rival, subscriptionId)).toMatchObject({
      ...{ status: 'active', pausedAs: null },
      current: { number: 1, phase: 'cancelled' },
    })
    await limit(none)
  })

  it('that the vendor misses is refunded once, and the next one opens when it is due', async () => {
    const started = await rival.api.subscriptions.start(wanted())
    const { subscriptionId, offerId } = started
    const contractId = started.contractId ?? ''
    await fund(rival, offerId)
    await pass(subscriptionId, 5)
    await advance() // within the grace
    expect(await read(vendor, subscriptionId)).toMatchObject({ current: { phase: 'in_delivery' } })
    await pass(subscriptionId, 1)
    await Promise.all(Array.from({ length: 8 }, () => advance()))
    expect(await read(rival, subscriptionId)).toMatchObject({
      status: 'active',
      current: { number: 1, phase: 'missed' },
    })
    const [{ amount_cents: paid }] = await rows(
      'select amount_cents from payments where contract_id = $1',
      [contractId],
    )
    expect(await refunded(contractId)).toBe(paid)
    await pass(subscriptionId, 30)
    await Promise.all(Array.from({ length: 8 }, () => advance()))
    expect(await read(rival, subscriptionId)).toMatchObject({
      current: { number: 2, phase: 'to_order' },
    })
    expect(
      (await rival.api.subscriptions.revisions({ subscriptionId, limit: 1 })).items,
    ).toMatchObject([{ number: 2 }])
    const ordered = await race(8, () =>
      rival.api.subscriptions.order({ subscriptionId, number: 2 }),
    )
    expect([ordered.wins, [...ordered.codes]]).toEqual([1, ['revision_closed']])
  })

  it('is refunded although an earlier one cannot be', async () => {
    const first = await rival.api.subscriptions.start(wanted())
    const second = await buyer.api.subscriptions.start(wanted())
    await fund(rival, first.offerId)
    await fund(buyer, second.offerId)
    for (const { subscriptionId } of [first, second]) await pass(subscriptionId, 6)
    await rows(`create function public.refuse_first() returns trigger language plpgsql as $$
      begin if new.id = '${first.contractId}' then raise exception 'refused'; end if; return new; end $$`)
    await rows(
      'create trigger refuse_first before update on contracts for each row execute function public.refuse_first()',
    )
    await expect(advance()).rejects.toThrow('1 subscriptions could not be advanced')
    await rows('drop trigger refuse_first on contracts')
    await rows('drop function public.refuse_first')
    const { subscriptionId } = second
    expect((await read(buyer, subscriptionId)).current.phase).toBe('missed')
    expect((await read(rival, first.subscriptionId)).current.phase).toBe('in_delivery')
    await advance()
    expect((await read(rival, first.subscriptionId)).current.phase).toBe('missed')
    await buyer.api.subscriptions.cancel({ subscriptionId })
  })

  it('in escrow goes on when its subscription is paused or canceled, and its terms are fixed', async () => {
    const started = await rival.api.subscriptions.start(wanted())
    const { subscriptionId, offerId } = started
    const contractId = started.contractId ?? ''
    await fund(rival, offerId)
    const paused = await race(8, () => rival.api.subscriptions.pause({ subscriptionId }))
    expect([paused.wins, [...paused.codes]]).toEqual([1, ['subscription_fixed']])
    const { id: conversationId } = await rival.api.negotiation.open({ offerId })
    await expectRefusal(
      rival.api.negotiation.propose({ conversationId, revision: 1, changes: { priceCents: 100n } }),
      'revision_fixed',
    )
    const canceled = await race(8, () => rival.api.subscriptions.cancel({ subscriptionId }))
    expect([canceled.wins, [...canceled.codes]]).toEqual([1, ['subscription_fixed']])
    await deliver(market, contractId)
    await expectRefusal(
      rival.api.deliveries.requestChanges({ contractId, reason: 'Other rows' }),
      'revision_fixed',
    )
    await pass(subscriptionId, 6) // delivered in time, whenever it is accepted
    await advance()
    expect((await read(rival, subscriptionId)).current.phase).toBe('in_review')
    await expectRefusal(rival.api.subscriptions.resume({ subscriptionId }), 'subscription_fixed')
  })

  it('is opened by the vendor where it sets the pace, one at a time, and the last one ends the subscription', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted('own-pace'))
    await expectRefusal(vendor.api.subscriptions.open({ subscriptionId }), 'revision_open')
    await advance(inDays(40))
    const { wins } = await race(8, () => rival.api.subscriptions.resume({ subscriptionId }))
    expect(wins).toBe(1)
    const opened = await race(8, () => vendor.api.subscriptions.open({ subscriptionId }))
    expect([opened.wins, [...opened.codes]]).toEqual([1, ['revision_open']])
    await advance(inDays(40)) // the last one lapses: nothing is left to resume
    expect(await read(rival, subscriptionId)).toMatchObject({
      ...{ status: 'ended', endedAs: 'complete' },
      current: { number: 2, phase: 'lapsed' },
    })
  })
})

describe('a revision that stands still', () => {
  it('because the payment was taken back is due later by that time once it is paid again', async () => {
    const { subscriptionId, offerId } = await startReturned()
    await pass(subscriptionId, 4)
    await fund(rival, offerId)
    await pass(subscriptionId, 4)
    await advance()
    expect((await read(rival, subscriptionId)).current.phase).toBe('in_delivery')
    await pass(subscriptionId, 2)
    await advance()
    expect((await read(rival, subscriptionId)).current.phase).toBe('missed')
  })

  it('because the payment was taken back lapses unless it is paid again in time', async () => {
    const { subscriptionId, contractId } = await startReturned()
    await pass(subscriptionId, 5)
    await advance()
    await advance()
    const reminders = `select count(*)::int as sent from notifications
      where title = 'Revision to be paid' and message like $1 and user_id = $2`
    const until = (await read(rival, subscriptionId)).current.payBy.toISOString().slice(0, 10)
    expect(await rows(reminders, [`%${until}%`, rival.userId])).toEqual([{ sent: 1 }])
    expect((await read(rival, subscriptionId)).current.phase).toBe('interrupted')
    await pass(subscriptionId, 3)
    await advance()
    expect(await read(rival, subscriptionId)).toMatchObject({
      pausedAs: 'unpaid',
      current: { phase: 'lapsed' },
    })
    expect(await rows('select status from contracts where id = $1', [contractId])).toEqual([
      { status: 'cancelled' },
    ])
  })

  it('because the payment was taken back is called off with its subscription, and promised to nobody', async () => {
    const promised = async () =>
      (await buyer.api.subscriptions.forecast({ listingId, optionId: 'monthly' })).projection
        .promisedToOthers
    const before = await promised()
    const { subscriptionId } = await startReturned()
    expect(await promised()).toBe(before + 3)
    await rival.api.subscriptions.cancel({ subscriptionId })
    expect((await read(rival, subscriptionId)).current.phase).toBe('cancelled')
    expect(await promised()).toBe(before)
  })

  it('after its delivery is not called off', async () => {
    const { subscriptionId, offerId, contractId } = await rival.api.subscriptions.start(wanted())
    const returning = { ...bankAccount, accountNumber: '000123459010' }
    await rival.api.payments.fund({ offerId, bankAccount: returning, accepted: rival.accepted })
    await rival.settle()
    await deliver(market, contractId ?? '')
    await rival.settle('returned')
    await pass(subscriptionId, 60)
    await advance()
    expect((await read(rival, subscriptionId)).current.phase).toBe('interrupted')
    await rival.api.subscriptions.cancel({ subscriptionId })
    await advance()
    expect((await read(rival, subscriptionId)).current.phase).toBe('interrupted')
    await fund(rival, offerId)
    expect((await read(rival, subscriptionId)).current.phase).toBe('in_review')
  })

  it('in a dispute is due later by that time once it is withdrawn', async () => {
    const started = await rival.api.subscriptions.start(wanted())
    const { subscriptionId, offerId } = started
    const contractId = started.contractId ?? ''
    await fund(rival, offerId)
    await pass(subscriptionId, 4)
    const { id: disputeId } = await rival.api.disputes.open({
      contractId,
      ...{ reason: 'quality', statement: 'Half of the rows.', asks: 'full_refund' },
    })
    await pass(subscriptionId, 2)
    await rival.api.disputes.withdraw({ disputeId })
    await advance()
    expect((await read(rival, subscriptionId)).current.phase).toBe('in_delivery')
    await pass(subscriptionId, 2)
    await advance()
    expect((await read(rival, subscriptionId)).current.phase).toBe('missed')
  })
})

describe('three revisions through the engine', () => {
  it('are each measured, charged, delivered and paid for, and compared by what was released', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    const before = await read(rival, subscriptionId)
    const shares: number[] = []
    for (const number of [1, 2, 3]) {
      if (number > 1) {
        await pass(subscriptionId, 31)
        await advance()
        await rival.api.subscriptions.order({ subscriptionId, number })
      }
      const { current } = await read(rival, subscriptionId)
      await fund(rival, current.offerId ?? '')
      const contractId = current.contractId ?? ''
      await submit(market, vendor, contractId, newCustomersCsv())
      await runJobs(market)
      await expectRefusal(vendor.api.subscriptions.open({ subscriptionId }), 'subscription_fixed')
      await rival.api.deliveries.release({ dprId: current.dprId ?? '' })
      await advance()
      const { projection } = await read(rival, subscriptionId)
      shares.push(projection?.beforeShare ?? 0)
    }
    expect(await read(rival, subscriptionId)).toMatchObject({
      status: 'ended',
      endedAs: 'complete',
      delivered: 3,
      projection: null,
    })
    const [first, second] = shares
    expect(first).toBeGreaterThan(before.projection?.beforeShare ?? 1)
    expect(second).toBeGreaterThan(first ?? 1)
    const sources = await rows(
      `select source_id, count(*)::int as runs from source_spendings where state = 'spent' group by 1`,
    )
    expect(sources).toEqual([{ source_id: expect.any(String), runs: 4 }])
    const changes = await rival.api.subscriptions.compare({ subscriptionId, from: 1, to: 3 })
    expect(changes.columns.map(({ name, presence }) => [name, presence]).toSorted()).toEqual([
      ['age', 'both'],
      ['city', 'both'],
      ['income', 'both'],
    ])
    expect(changes.to).toMatchObject({ number: 3, columns: 3 })
    await vendor.api.subscriptions.compare({ subscriptionId, from: 0, to: 1 })
    await expectRefusal(
      rival.api.subscriptions.compare({ subscriptionId, from: 1, to: 4 }),
      'not_found',
    )
  }, 600_000)
})

describe('the dossier of a revision', () => {
  const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)
  const download = async (contractId: string, { token }: Person) => {
    await integrate()
    const path = `/api/contracts/${contractId}/dossier.zip`
    const response = await market.fetch(path, { headers: { authorization: `Bearer ${token}` } })
    return new Uint8Array(await response.arrayBuffer())
  }

  it('opens each step of its subscription to both parties, and no step can be changed or left out', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    await rival.api.subscriptions.pause({ subscriptionId })
    await rival.api.subscriptions.resume({ subscriptionId })
    await expectRefusal(rival.api.subscriptions.resume({ subscriptionId }), 'subscription_fixed')
    await pass(subscriptionId, 31)
    await advance()
    const ordered = await rival.api.subscriptions.order({ subscriptionId, number: 2 })
    const contractId = ordered.contractId ?? ''
    await rival.api.subscriptions.cancel({ subscriptionId })
    await integrate()
    const { platform } = market
    const signer = await platform.db.transaction(system, (tx) => findSigner({ tx, platform }))
    const { logs } = await market.visitor.transparency.status()
    const keys = [parseVerifierKey(logs[0]!.verifierKey)!]
    for (const person of [rival, vendor]) {
      const { facts, ...verdict } = await verifyDossier(await download(contractId, person), {
        keys,
      })
      expect(verdict).toEqual({ state: 'valid', findings: [] })
      const own = facts?.steps.filter(({ chain }) => chain === subscriptionId) ?? []
      expect(own.map(({ payload: { type, body } }) => [type, body.number ?? body.as])).toEqual([
        ['subscription.started', undefined],
        ['revision.opened', 1],
        ['subscription.paused', 'client'],
        ['revision.ended', 1],
        ['subscription.resumed', undefined],
        ['revision.opened', 2],
        ['subscription.ended', 'client'],
        ['revision.ended', 2],
      ])
      expect(own[0]?.payload.body).toMatchObject({ listing: listingId, terms })
    }
    const other = await rival.api.subscriptions.start(wanted())
    const [archive, otherArchive] = [
      await download(contractId, vendor),
      await download(other.contractId ?? '', vendor),
    ]
    const of = (parts: Parts, id = subscriptionId) => chain(parts, id)
    const tamperings: [change: (parts: Parts, from: Parts) => void, id: string, place: RegExp][] = [
      [(parts) => void of(parts).leaves.splice(2, 1), 'leaf_missing', /^SUB-.* #3$/],
      [({ manifest }) => void manifest.chains.shift(), 'chain_unlinked', /^DPR-/],
      [
        (parts, from) => Object.assign(of(parts), of(from, other.subscriptionId)),
        'chain_unlinked',
        /^(DPR|SUB)-/,
      ],
      [
        (parts) => of(parts).leaves.push(...of(parts).leaves.splice(2, 2).reverse()),
        'leaf_order',
        /^SUB-/,
      ],
      [
        (parts) => {
          const { opening } = of(parts).leaves[0]!
          opening!.payload = opening!.payload.replaceAll('"120000"', '"110000"')
        },
        'opening_altered',
        /^SUB-.* #1$/,
      ],
    ]
    for (const [change, id, place] of tamperings) {
      const parts = unpack(archive)
      change(parts, unpack(otherArchive))
      const forged = await verifyDossier(await pack(parts, signer!.sign), { keys })
      expect(forged.state).toBe('altered')
      expect(forged.findings).toContainEqual({ id, place: expect.stringMatching(place) })
    }
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
