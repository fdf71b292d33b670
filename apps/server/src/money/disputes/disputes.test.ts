import { ANSWER_BUSINESS_DAYS } from '@semblance/contract'
import { afterEach, describe, expect, it } from 'vitest'
import {
  agree,
  balances,
  bankAccount,
  type Deal,
  deliver,
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
  fundedDeal,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { answer, claim, deliveredDeal, openOn } from '../../../testing/fixtures/dispute-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { processDisputeDeadlines } from './deadlines.ts'
import { addBusinessDays } from './open-dispute.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const contractOf = ({ contractId }: Deal, { api }: Person = client) =>
  api.contracts.get({ contractId })
const fundsOf = async ({ contractId }: Deal) => {
  const all = await balances(market)
  return (kind: string) => all.get(`${kind}:${contractId}`) ?? 0n
}
const newest = async ({ api }: Pick<Person, 'api'>) =>
  (await api.notifications.list({ limit: 1 })).items[0]!

describe('opening a dispute', () => {
  it.each(['client', 'vendor'] as const)(
    'by the %s freezes what is in escrow and tells the other party',
    async (side) => {
      const people = { client, vendor }
      const deal = await deliveredDeal(market, client, vendor)
      const dispute = await openOn(people[side], deal, { reason: 'other', asks: 'release' })
      expect(dispute).toMatchObject({ openedBy: side, side, isOpener: true, status: 'open' })
      expect(dispute.stake).toMatchObject({ stakeCents: 1_850_000n, feeStakeCents: 46_250n })
      const funds = await fundsOf(deal)
      expect([funds('escrow'), funds('escrow_frozen')]).toEqual([0n, 1_850_000n])
      expect((await contractOf(deal)).status).toBe('disputed')
      const other = people[side === 'client' ? 'vendor' : 'client']
      expect(await newest(other)).toMatchObject({ title: 'Dispute opened' })
      const [seen] = (await other.api.disputes.list({ contractId: deal.contractId })).items
      expect(seen).toMatchObject({ id: dispute.id, isOpener: false })
      expect(seen?.statements[0]).toMatchObject({ kind: 'claim', side, asks: 'release' })
    },
  )

  it('gives five business days for an answer, and fourteen days for an agreement', async () => {
    const dispute = await openOn(client, await deliveredDeal(market, client, vendor))
    expect(dispute.answerDueAt).toEqual(addBusinessDays(dispute.openedAt, ANSWER_BUSINESS_DAYS))
    const friday = new Date('2026-11-20T09:30:00Z')
    expect(addBusinessDays(friday, 5)).toEqual(new Date('2026-11-27T09:30:00Z'))
    expect(addBusinessDays(new Date('2026-11-21T09:30:00Z'), 1).getUTCDay()).toBe(1)
    expect(dispute.negotiateUntil.getTime() - dispute.openedAt.getTime()).toBe(14 * DAY_MS)
  })

  it('is refused before there is money, after its end, and while one is open', async () => {
    await expectRefusal(openOn(client, await agree(client, vendor)), 'contract_fixed')
    const over = await deliveredDeal(market, client, vendor)
    await release(market, client, over.contractId)
    await expectRefusal(openOn(client, over), 'contract_fixed')
    const deal = await fundedDeal(client, vendor)
    await openOn(client, deal)
    await expectRefusal(openOn(client, deal), 'contract_disputed')
    await expectRefusal(openOn(vendor, deal, { reason: 'scope' }), 'contract_disputed')
  })

  it('names the field that is wrong, and changes nothing', async () => {
    const deal = await fundedDeal(client, vendor)
    for (const [change, field] of [
      [{ statement: '  ' }, 'statement'],
      [{ asks: 'partial_refund' }, 'refundCents'],
      [{ asks: 'partial_refund', refundCents: 1_850_000n }, 'refundCents'],
      [{ asks: 'partial_refund', refundCents: -1n }, 'refundCents'],
      [{ reason: 'scope' }, 'reason'],
      [{ evidenceIds: [crypto.randomUUID()] }, 'evidenceIds'],
    ] as const)
      await expect(openOn(client, deal, change as never)).rejects.toMatchObject({
        code: 'bad_input',
        data: { field },
      })
    expect((await contractOf(deal)).status).toBe('in_progress')
    expect((await fundsOf(deal))('escrow')).toBe(1_850_000n)
  })

  it('three times is all that one side may do on one contract', { tags: 'long' }, async () => {
    const deal = await fundedDeal(client, vendor)
    for (let round = 0; round < 3; round += 1) {
      const { id } = await openOn(client, deal)
      await client.api.disputes.withdraw({ disputeId: id })
    }
    await expectRefusal(openOn(client, deal), 'disputes_used_up')
    expect((await contractOf(deal)).status).toBe('in_progress')
    expect((await openOn(vendor, deal, { reason: 'scope' })).openedBy).toBe('vendor')
  })
})

describe('while a dispute is open', () => {
  it('nothing of the contract moves', async () => {
    const deal = await deliveredDeal(market, client, vendor)
    await openOn(client, deal)
    const { contractId } = deal
    await expectRefusal(release(market, client, contractId), 'contract_disputed')
    const refusals = await Promise.allSettled([
      client.api.deliveries.requestChanges({ contractId, reason: 'More' }),
      client.api.deliveries.release({ dprId: deal.dprId }),
      client.api.milestones.add({ contractId, title: 'Kick-off' }),
      client.api.payments.cancel({ contractId }),
      client.api.companies.review({ contractId, rating: 1, comment: 'Bad' }),
    ])
    const codes = refusals.map((one) => (one.status === 'rejected' ? one.reason.code : 'done'))
    expect(codes).toEqual([
      'contract_disputed',
      'contract_disputed',
      'contract_fixed',
      'contract_disputed',
      'contract_not_completed',
    ])
    const working = await fundedDeal(client, vendor)
    await openOn(client, working)
    const started = await market.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${vendor.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '9',
        'upload-metadata': `contractId ${btoa(working.contractId)},filename ${btoa('a.csv')}`,
      },
    })
    expect(await started.json()).toMatchObject({ code: 'contract_disputed' })
    expect((await fundsOf(deal))('escrow_frozen')).toBe(1_850_000n)
  })

  it('silence accepts nothing', async () => {
    const deal = await deliveredDeal(market, client, vendor)
    const { reviewEndsAt } = await readClock(deal)
    expect(reviewEndsAt).not.toBeNull()
    await openOn(client, deal)
    expect((await readClock(deal)).reviewEndsAt).toBeNull()
  })

  it('a delivery in the making waits for its end', { tags: 'long' }, async () => {
    const deal = await fundedDeal(client, vendor)
    const { id } = await openOn(client, deal)
    await expect(deliver(market, deal.contractId)).rejects.toMatchObject({
      code: 'not_awaiting_delivery',
    })
    await client.api.disputes.withdraw({ disputeId: id })
    await deliver(market, deal.contractId)
    expect((await contractOf(deal)).status).toBe('pending_review')
  })

  it('both parties add to it, the other one once it has answered', { tags: 'long' }, async () => {
    const { id: disputeId } = await openOn(client, await fundedDeal(client, vendor))
    const add = { disputeId, statement: 'See column age.' }
    await client.api.disputes.addStatement(add)
    await expectRefusal(vendor.api.disputes.addStatement(add), 'dispute_unanswered')
    const answered = await answer(vendor, disputeId)
    expect(answered.answeredAt).not.toBeNull()
    expect(await newest(client)).toMatchObject({ title: 'Dispute answered' })
    const after = await vendor.api.disputes.addStatement(add)
    expect(after.statements.map(({ kind, side }) => [kind, side])).toEqual([
      ['claim', 'client'],
      ['statement', 'client'],
      ['answer', 'vendor'],
      ['statement', 'vendor'],
    ])
    await expectRefusal(answer(vendor, disputeId), 'dispute_ended')
    await expectRefusal(answer(client, disputeId), 'not_permitted')
  })
})

const readClock = async ({ contractId }: Deal) => {
  const row = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('contracts')
      .select('review_ends_at as reviewEndsAt')
      .where('id', '=', contractId)
      .executeTakeFirstOrThrow(),
  )
  return row
}

describe('withdrawing', () => {
  it('thaws the money and goes on with what was left of the review', async () => {
    const deal = await deliveredDeal(market, client, vendor)
    const { reviewEndsAt } = await readClock(deal)
    const { id: disputeId } = await openOn(client, deal)
    await expectRefusal(vendor.api.disputes.withdraw({ disputeId }), 'not_permitted')
    const after = await client.api.disputes.withdraw({ disputeId })
    expect(after).toMatchObject({ status: 'withdrawn', outcome: null })
    expect((await contractOf(deal)).status).toBe('pending_review')
    expect((await fundsOf(deal))('escrow')).toBe(1_850_000n)
    const left = (await readClock(deal)).reviewEndsAt!.getTime() - reviewEndsAt!.getTime()
    expect(Math.abs(left)).toBeLessThan(60_000)
    await expectRefusal(client.api.disputes.withdraw({ disputeId }), 'dispute_ended')
    await expectRefusal(answer(vendor, disputeId), 'dispute_ended')
    expect(await newest(vendor)).toMatchObject({ title: 'Dispute withdrawn' })
    expect(await release(market, client, deal.contractId)).toEqual({ releasedCents: 1_850_000n })
  })
})

describe('with time', () => {
  it('the other party is reminded once, and its silence hands the dispute to staff', async () => {
    const staff = await market.staff()
    const deal = await fundedDeal(client, vendor)
    const { id, answerDueAt } = await openOn(client, deal)
    const daysAfterDue = (days: number) => new Date(answerDueAt.getTime() + days * DAY_MS)
    const read = async () =>
      (await client.api.disputes.list({ contractId: deal.contractId })).items[0]!
    await processDisputeDeadlines(market.platform, daysAfterDue(-0.9))
    await processDisputeDeadlines(market.platform, daysAfterDue(-0.8))
    expect(await newest(vendor)).toMatchObject({ title: 'A dispute waits for your answer' })
    const { items } = await vendor.api.notifications.list({ limit: 50 })
    expect(
      items.filter(({ path, title }) => path?.includes(deal.contractId) && /waits/.test(title)),
    ).toHaveLength(1)
    expect((await read()).status).toBe('open')
    await processDisputeDeadlines(market.platform, daysAfterDue(0.1))
    expect(await read()).toMatchObject({ status: 'escalated', escalatedBy: 'silence' })
    expect(await newest(staff)).toMatchObject({ path: `/admin/disputes/${id}` })
    expect(await answer(vendor, id)).toMatchObject({ status: 'escalated' })
  })

  it('fourteen days without an agreement hand it to staff', { tags: 'long' }, async () => {
    const deal = await fundedDeal(client, vendor)
    const { id } = await openOn(client, deal)
    await answer(vendor, id)
    await processDisputeDeadlines(market.platform, inDays(13.9))
    expect((await client.api.disputes.list(deal)).items[0]).toMatchObject({ status: 'open' })
    await processDisputeDeadlines(market.platform, inDays(14.1))
    expect((await client.api.disputes.list(deal)).items[0]).toMatchObject({
      status: 'escalated',
      escalatedBy: 'time',
    })
  })

  it('the dispute about money that the bank has taken back is cancelled', {
    tags: 'long',
  }, async () => {
    const deal = await agree(client, vendor)
    await client.api.payments.fund({
      offerId: deal.offerId,
      bankAccount: { ...bankAccount, accountNumber: '000123459010' }, // comes back late
      accepted: client.accepted,
    })
    await client.settle()
    const { id: disputeId } = await openOn(client, deal)
    await answer(vendor, disputeId)
    const { settlements } = await vendor.api.disputes.propose({ disputeId, toVendorCents: 5n })
    await client.settle('returned')
    const settlementId = settlements[0]!.id
    await expectRefusal(client.api.disputes.accept({ settlementId }), 'stake_changed')
    await processDisputeDeadlines(market.platform)
    expect((await client.api.disputes.list(deal)).items[0]).toMatchObject({
      status: 'void',
      outcome: null,
    })
    expect((await contractOf(deal)).status).toBe('awaiting_payment')
    expect((await fundsOf(deal))('escrow_frozen')).toBe(0n)
    expect(await newest(vendor)).toMatchObject({ title: 'Dispute cancelled' })
  })

  it('either side may ask staff at once, and once', async () => {
    const { id: disputeId } = await openOn(client, await fundedDeal(client, vendor))
    expect(await vendor.api.disputes.escalate({ disputeId })).toMatchObject({
      status: 'escalated',
      escalatedBy: 'vendor',
    })
    await expectRefusal(client.api.disputes.escalate({ disputeId }), 'dispute_ended')
  })
})

describe('nobody else', () => {
  const steps = ({ disputes }: Api, deal: Deal, disputeId: string, settlementId: string) => [
    disputes.open({ ...claim, contractId: deal.contractId }),
    disputes.answer({ disputeId, statement: 'S', asks: 'release' }),
    disputes.addStatement({ disputeId, statement: 'S' }),
    disputes.propose({ disputeId, toVendorCents: 0n }),
    disputes.accept({ settlementId }),
    disputes.reject({ settlementId }),
    disputes.retract({ settlementId }),
    disputes.escalate({ disputeId }),
    disputes.withdraw({ disputeId }),
  ]

  it('reads or moves a dispute', async () => {
    const deal = await fundedDeal(client, vendor)
    const { id } = await openOn(client, deal)
    const { settlements } = await client.api.disputes.propose({ disputeId: id, toVendorCents: 1n })
    const settlementId = settlements[0]!.id
    const other = await market.member('both')
    await expectRefusals(steps(other.api, deal, id, settlementId), 'not_found')
    await expectRefusal(other.api.disputes.list(deal), 'not_found')
    await expectRefusals(steps(market.visitor, deal, id, settlementId), 'sign_in_required')
    await expectRefusal(market.visitor.disputes.list(deal), 'sign_in_required')
    const staff = await market.staff()
    await expectRefusals(steps(staff.api, deal, id, settlementId), 'membership_pending')
    const [dispute] = (await client.api.disputes.list(deal)).items
    expect(dispute).toMatchObject({ status: 'open', answeredAt: null })
    expect(dispute?.settlements[0]).toMatchObject({ status: 'pending' })
  })
})
