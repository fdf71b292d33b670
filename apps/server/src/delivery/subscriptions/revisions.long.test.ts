/**
 * Tests that each revision is an ordinary contract: ordered, paid, delivered or missed, and refunded, lapsed or due later.
 *
 * @module-tag long
 */
import { describe, expect, it } from 'vitest'
import {
  bankAccount,
  deliver,
  expectRefusal,
  fund,
  race,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { useSubscriptions } from '../../../testing/fixtures/use-subscriptions.ts'

const use = await useSubscriptions()
const { market, vendor, buyer, rival, listingId } = use
const { rows, wanted, read, startReturned, pass, advance, inDays } = use
await use.raiseLimit()

const refunded = async (contractId: string) =>
  (
    await rows('select sum(amount_cents)::bigint as cents from refunds where contract_id = $1', [
      contractId,
    ])
  )[0].cents

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
