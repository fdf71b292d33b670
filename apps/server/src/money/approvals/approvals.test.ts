/** Tests limits on what is paid, and the approvals of what is above one. */
import type { MemberRole } from '@semblance/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  bankAccount,
  expectRefusals,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { isLong } from '../../../testing/test-length.ts'
import { spendingJobs } from '../../people/spending/jobs.ts'

const { market } = await useMarket({})
let admin: Person
let vendor: Person
let requester: Person
let approver: Person
beforeEach(async () => {
  admin = await market.colleague(await market.member('client'), 'administrator')
  vendor = await market.member('vendor')
  requester = await colleague('requester')
  approver = await colleague('approver')
})

async function colleague(...roles: MemberRole[]): Promise<Person> {
  const member = await market.colleague(admin, 'member')
  await admin.api.organizations.setMemberRoles({ id: member.userId, roles })
  return member
}

const none = { paymentCents: null, monthCents: null }
type Limits = { paymentCents: bigint | null; monthCents: bigint | null }
const setRules = (member: Limits, organization: Limits = none) =>
  admin.api.spending.setRules({
    member,
    organization,
    needsPurchaseOrder: false,
    needsCostCenter: false,
  })
const upTo = (paymentCents: bigint): Limits => ({ paymentCents, monthCents: null })

/** An offer whose price with the fee is so much. */
const offerOver = async (totalCents: bigint) =>
  await sendOffer(vendor, await postDpr(requester), (totalCents * 1000n) / 1025n)
const ask = (of: Person, offerId: string, revision = 1) =>
  of.api.approvals.ask({ offerId, revision, note: 'Best of three' })
const accept = (of: Person, offerId: string, revision = 1) =>
  of.api.offers.accept({ offerId, revision })
const pay = (of: Person, offerId: string) =>
  of.api.payments.fund({ offerId, bankAccount, accepted: of.accepted })
const decide = (of: Person, id: string, decision: 'approve' | 'decline' = 'approve') =>
  of.api.approvals.decide({ id, decision })
const waiting = async (of: Person) =>
  (await of.api.approvals.list({ state: 'waiting', limit: 10 })).items
const pass = (minutes: number) =>
  market.platform.db.pool.query(
    `update app.approvals set expires_at = expires_at - $1 * interval '1 minute' where organization = $2`,
    [minutes, admin.organization.id],
  )

describe('without limits', () => {
  it('members accept and pay as before', async () => {
    const offerId = await offerOver(10_250_000n)
    expect((await requester.api.approvals.get({ offerId })).needed).toBeNull()
    await accept(requester, offerId)
    await pay(requester, offerId)
    await expectRefusals([ask(requester, offerId)], 'approval_not_needed')
  })
})

/** Copies an offer with its request and its waiting approval; the copies are requests of `askedBy`. */
async function copyAsked(offerId: string, times: number, askedBy: string) {
  const { pool } = market.platform.db
  const copy = async (table: string, where: string, changes: string) => {
    const { rows } = await pool.query(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const { columns } = rows[0]
    await pool.query(
      `insert into ${table} (${columns}) select ${columns} from (select c.* from ${table} t,
        generate_series(1, $2::int) i, jsonb_populate_record(t, jsonb_build_object(${changes})) c where ${where}) n`,
      [offerId, times],
    )
  }
  const request = `'dpr_id', 'DPR-' || $1 || i`
  await copy(
    'dprs',
    't.id = (select dpr_id from offers where id = $1)',
    request.replace('dpr_id', 'id'),
  )
  await copy('offers', 't.id = $1', `'id', 'OFR-' || $1 || i, ${request}`)
  const approval = `'id', uuidv7(), 'offer_id', 'OFR-' || $1 || i, 'asked_by', '${askedBy}'`
  await copy('app.approvals', 't.offer_id = $1', approval)
}

describe('above a member’s limit', () => {
  beforeEach(() => setRules(upTo(1_025_000n)))

  it('one to decide on is counted below fifty newer ones that the approver asked for', {
    tags: 'long',
  }, async () => {
    const offerId = await offerOver(1_025_010n)
    await ask(requester, offerId)
    await copyAsked(offerId, 51, approver.userId)
    expect(await approver.api.approvals.waitingCount()).toEqual({ waitingCount: 1, isMore: false })
    expect(await requester.api.approvals.waitingCount()).toEqual({ waitingCount: 0, isMore: false })
    expect(await admin.api.approvals.waitingCount()).toEqual({ waitingCount: 50, isMore: true })
  })

  it('an offer is accepted and paid once an approver has approved, fee included', async () => {
    await accept(requester, await offerOver(1_025_000n)) // exactly at the limit
    const offerId = await offerOver(1_025_010n)
    await expectRefusals([accept(requester, offerId)], 'approval_needed')
    const asked = await ask(requester, offerId)
    expect(asked).toMatchObject({
      state: 'waiting',
      isOwn: true,
      bar: 'own',
      reason: 'member_payment',
    })
    await expectRefusals([ask(requester, offerId)], 'approval_waiting')
    await expectRefusals([decide(requester, asked.id)], 'own_approval')
    await expectRefusals([accept(requester, offerId)], 'approval_needed')
    const counts = [requester, approver, admin].map((of) => of.api.approvals.waitingCount())
    expect(await Promise.all(counts)).toMatchObject(
      [0, 1, 1].map((waitingCount) => ({ waitingCount, isMore: false })),
    )
    await expectRefusals([vendor.api.approvals.waitingCount()], 'not_permitted')
    const [seen] = await waiting(approver)
    expect(seen).toMatchObject({ id: asked.id, bar: null, note: 'Best of three' })
    expect((await decide(approver, asked.id)).state).toBe('approved')
    expect(await approver.api.approvals.waitingCount()).toMatchObject({ waitingCount: 0 })
    await accept(requester, offerId)
    await pay(requester, offerId)
    const { items } = await admin.api.spending.members({ limit: 50 })
    const spent = (of: Person) => items.find(({ id }) => id === of.userId)?.spentCents
    expect([spent(requester), spent(approver)]).toEqual([0n, asked.amountCents])
  })

  it('those who may decide are told, and who asked hears the answer', async () => {
    const asked = await ask(requester, await offerOver(2_050_000n))
    const titles = async (of: Person) =>
      (await of.api.notifications.list({ limit: 5, side: 'client' })).items.map(
        ({ title }) => title,
      )
    for (const person of [approver, admin])
      expect(await titles(person)).toContain('Waiting for your approval')
    await decide(approver, asked.id, 'decline')
    expect(await titles(requester)).toContain('Payment not approved')
    await expectRefusals([decide(admin, asked.id)], 'approval_decided')
    await expectRefusals([accept(requester, asked.offerId)], 'approval_needed')
  })

  it('a change of the offer takes the approval back, before the answer and after it', async () => {
    const offerId = await offerOver(2_050_000n)
    const first = await ask(requester, offerId)
    const { id: conversationId } = await vendor.api.negotiation.open({ offerId, side: 'vendor' })
    let revision = 0
    const raise = async (priceCents: bigint) => {
      revision++
      const changes = { priceCents }
      const { id } = await vendor.api.negotiation.propose({ conversationId, revision, changes })
      await requester.api.negotiation.approve({ proposalId: id })
    }
    await raise(3_000_000n)
    await expectRefusals([decide(approver, first.id)], 'approval_decided')
    const second = await ask(requester, offerId, 2)
    await decide(approver, second.id)
    await raise(3_500_000n)
    await expectRefusals([accept(requester, offerId, 3)], 'approval_needed')
    const { items } = await requester.api.approvals.list({ state: 'superseded', limit: 5 })
    expect(items.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('an approval ends with its day, or with its offer', async () => {
    const [late, gone] = [await offerOver(2_050_000n), await offerOver(2_050_000n)]
    const { id } = await ask(requester, late)
    await pass(60 * 24 * 15)
    await ask(requester, gone)
    await vendor.api.offers.withdraw({ offerId: gone })
    await expectRefusals([decide(approver, id)], 'approval_decided')
    await spendingJobs(market.platform)['approval.expire']?.({}, {} as never)
    const { items } = await requester.api.approvals.list({ state: 'expired', limit: 5 })
    expect(items.map(({ offerId }) => offerId)).toEqual([gone, late])
    await ask(requester, late) // once more, while the offer holds
  })

  it('approvers are reminded once a day while it waits, and of one who is away the stand-in', {
    tags: 'long',
  }, async () => {
    const [away, standIn] = [await colleague('approver'), await colleague('requester')]
    await away.api.approvals.setStandIn({ standIn: { userId: standIn.userId, days: 7 } })
    const { id } = await ask(requester, await offerOver(2_050_000n))
    const remind = () => spendingJobs(market.platform)['approval.remind']?.({}, {} as never)
    const reminders = async (of: Person) =>
      (await of.api.notifications.list({ limit: 20, side: 'client' })).items.filter(
        ({ title }) => title === 'Still waiting for your approval',
      ).length
    const counts = () => Promise.all([approver, admin, standIn, away, requester].map(reminders))
    const wait = (hours: number) =>
      market.platform.db.pool.query(
        `update app.approvals set created_at = created_at - $1 * interval '1 hour',
          reminded_at = reminded_at - $1 * interval '1 hour' where id = $2`,
        [hours, id],
      )
    await wait(23)
    await remind()
    expect(await counts()).toEqual([0, 0, 0, 0, 0])
    await wait(2)
    await Promise.all([remind(), remind()])
    await remind()
    expect(await counts()).toEqual([1, 1, 1, 0, 0])
    await wait(25)
    await remind()
    expect(await counts()).toEqual([2, 2, 2, 0, 0])
    await decide(approver, id)
    await wait(25)
    await remind()
    expect(await counts()).toEqual([2, 2, 2, 0, 0])
  })

  it('an approval that was given lapses unless it is paid', { tags: 'long' }, async () => {
    const [unpaid, paid] = [await offerOver(2_050_000n), await offerOver(2_050_000n)]
    for (const offerId of [unpaid, paid]) {
      await decide(approver, (await ask(requester, offerId)).id)
      await accept(requester, offerId)
    }
    await pay(requester, paid)
    await pass(60 * 24 * 15)
    await expectRefusals([pay(requester, unpaid)], 'approval_needed')
    await spendingJobs(market.platform)['approval.expire']?.({}, {} as never)
    const { items } = await requester.api.approvals.list({ state: 'expired', limit: 5 })
    expect(items.map(({ offerId }) => offerId)).toEqual([unpaid])
    await decide(approver, (await ask(requester, unpaid)).id)
    await pay(requester, unpaid)
  })

  it('an approval lasts beyond a payment that the bank could not take', {
    tags: 'long',
  }, async () => {
    const offerId = await offerOver(2_050_000n)
    await decide(approver, (await ask(requester, offerId)).id)
    await accept(requester, offerId)
    const closed = { ...bankAccount, accountNumber: '000123459002' }
    const payment = { offerId, accepted: requester.accepted }
    await requester.api.payments.fund({ ...payment, bankAccount: closed })
    await requester.settle()
    expect((await requester.api.approvals.get({ offerId })).approval?.state).toBe('approved')
    const { items } = await admin.api.spending.members({ limit: 50 })
    expect(items.every(({ spentCents }) => spentCents === 0n)).toBe(true)
    await pay(requester, offerId)
  })

  it('a price that a contract is raised to needs somebody within the limit', {
    tags: 'long',
  }, async () => {
    const offerId = await offerOver(1_000_000n)
    const { contractId } = await accept(requester, offerId)
    const { id } = await vendor.api.negotiation.open({ contractId, side: 'vendor' })
    const proposed = await vendor.api.negotiation.propose({
      conversationId: id,
      revision: 1,
      changes: { priceCents: 3_000_000n },
    })
    const answer = { proposalId: proposed.id }
    await expectRefusals([requester.api.negotiation.approve(answer)], 'approval_needed')
    await approver.api.negotiation.approve(answer)
    await expectRefusals([pay(requester, offerId)], 'approval_needed')
    await decide(admin, (await ask(requester, offerId, 2)).id)
    await pay(requester, offerId)
  })

  it('a raise does not split a purchase in two below the limit', { tags: 'long' }, async () => {
    const offerId = await offerOver(1_000_000n)
    const { contractId } = await accept(requester, offerId)
    await pay(requester, offerId)
    await requester.settle()
    const { id } = await vendor.api.negotiation.open({ contractId, side: 'vendor' })
    const proposed = await vendor.api.negotiation.propose({
      conversationId: id,
      revision: 1,
      changes: { priceCents: 1_900_000n },
    })
    const answer = { proposalId: proposed.id }
    await expectRefusals([requester.api.negotiation.approve(answer)], 'approval_needed')
    await approver.api.negotiation.approve(answer)
    await expectRefusals([pay(requester, offerId)], 'approval_needed')
    const asked = await ask(requester, offerId, 2)
    await admin.api.spending.setMemberLimits({ id: approver.userId, limits: upTo(1_900_000n) })
    await expectRefusals([decide(approver, asked.id)], 'above_own_limit')
    await decide(admin, asked.id)
    await pay(requester, offerId)
  })

  it('nobody is asked where nobody else may approve', async () => {
    const lonely = await market.colleague(await market.member('client'), 'administrator')
    await lonely.api.spending.setRules({
      organization: upTo(1n),
      member: none,
      needsPurchaseOrder: false,
      needsCostCenter: false,
    })
    const offerId = await sendOffer(vendor, await postDpr(lonely))
    await expectRefusals([ask(lonely, offerId)], 'no_approver')
  })

  it('is decided by administrators once the last approver is gone', async () => {
    const { id } = await ask(requester, await offerOver(2_050_000n))
    await admin.api.organizations.deactivateMember({ id: approver.userId })
    expect((await decide(admin, id)).state).toBe('approved')
  })

  it('counts by the month, too', { tags: 'long' }, async () => {
    await admin.api.spending.setMemberLimits({
      id: requester.userId,
      limits: { paymentCents: null, monthCents: 2_000_000n },
    })
    const [first, second] = [await offerOver(1_025_000n), await offerOver(1_025_000n)]
    for (const offerId of [first, second]) await accept(requester, offerId)
    await pay(requester, first)
    await expectRefusals([pay(requester, second)], 'approval_needed')
    expect((await ask(requester, second)).reason).toBe('member_month')
  })
})

describe('above the organization’s limit', () => {
  beforeEach(() => setRules(none, upTo(5_125_000n)))

  it('an approver and an administrator have to approve, whoever asks', async () => {
    const offerId = await offerOver(6_150_000n)
    const { id } = await ask(requester, offerId)
    expect((await decide(approver, id)).state).toBe('waiting')
    await expectRefusals([decide(approver, id)], 'approval_decided')
    await expectRefusals([decide(await colleague('finance'), id)], 'role_missing')
    expect((await decide(admin, id)).state).toBe('approved')
    await accept(requester, offerId)
    await expectRefusals([accept(admin, await offerOver(6_150_000n))], 'approval_needed')
  })

  it('a limit that is lowered meanwhile counts at the answer and at the payment', {
    tags: 'long',
  }, async () => {
    await setRules(upTo(1_025_000n))
    const [first, second] = [await offerOver(4_100_000n), await offerOver(4_100_000n)]
    await decide(approver, (await ask(requester, first)).id)
    await accept(requester, first)
    const waits = await ask(requester, second)
    await setRules(upTo(1_025_000n), upTo(2_050_000n))
    await expectRefusals([pay(requester, first)], 'approval_needed')
    expect((await decide(approver, waits.id)).state).toBe('waiting')
    const again = await ask(requester, first)
    await decide(admin, again.id)
    await decide(approver, again.id)
    await pay(requester, first)
  })
})

describe('a change of the rule', () => {
  it('is told to approvers and to the other administrators, who could object', async () => {
    const other = await market.colleague(admin, 'administrator')
    const noticesOf = async (of: Person) =>
      (await of.api.notifications.list({ limit: 9, side: 'client' })).items.filter(
        ({ title }) => title === 'Approval rule changed',
      )
    await setRules(none, upTo(5_125_000n))
    await setRules(none, upTo(5_125_000n)) // changes nothing
    await setRules(none, upTo(1_025_000n))
    for (const person of [other, approver]) {
      const [lowered, ...earlier] = await noticesOf(person)
      expect(lowered?.message).toContain(
        'The organization: $10,250.00 at a time, before: $51,250.00 at a time.',
      )
      expect(earlier).toHaveLength(1)
    }
    for (const person of [admin, requester]) expect(await noticesOf(person)).toEqual([])
  })
})

describe('an approver who is away', () => {
  it('is replaced by whom they named, who never decides what they had asked for', {
    tags: 'long',
  }, async () => {
    await setRules(upTo(1_025_000n))
    await admin.api.spending.setMemberLimits({
      id: approver.userId,
      limits: { paymentCents: 3_000_000n, monthCents: null },
    })
    const standIn = await colleague('data_engineer')
    const { id } = await ask(requester, await offerOver(2_050_000n))
    await expectRefusals([decide(standIn, id)], 'role_missing')
    await approver.api.approvals.setStandIn({ standIn: { userId: standIn.userId, days: 5 } })
    expect((await standIn.api.approvals.standIn()).for).toMatchObject([{ userId: approver.userId }])
    const large = await ask(requester, await offerOver(4_100_000n))
    await expectRefusals([decide(standIn, large.id)], 'above_own_limit')
    const decided = await decide(standIn, id)
    expect(decided).toMatchObject({
      state: 'approved',
      decisions: [{ inPlaceOf: expect.any(String) }],
    })
    const own = await ask(approver, await offerOver(4_100_000n))
    await expectRefusals([decide(standIn, own.id)], 'role_missing')
    await admin.api.organizations.setMemberRoles({ id: approver.userId, roles: [] })
    await expectRefusals([decide(standIn, large.id)], 'role_missing')
  })
})

describe('an approver’s month', () => {
  const limitOfApprover = (monthCents: bigint) =>
    admin.api.spending.setMemberLimits({
      id: approver.userId,
      limits: { paymentCents: null, monthCents },
    })
  beforeEach(async () => {
    await setRules(upTo(1_025_000n))
    await limitOfApprover(3_000_000n)
  })

  it('holds what was approved and is not paid yet', { tags: 'long' }, async () => {
    const [first, second] = [await offerOver(2_050_000n), await offerOver(2_050_000n)]
    await decide(approver, (await ask(requester, first)).id)
    const { id } = await ask(requester, second)
    await expectRefusals([decide(approver, id)], 'above_own_limit')
    await expectRefusals([accept(approver, second)], 'approval_needed') // nor by their own hand
    await accept(requester, first)
    await pay(requester, first)
    await expectRefusals([decide(approver, id)], 'above_own_limit')
    await accept(approver, await offerOver(512_500n)) // what is left of it
  })

  it('holds one of two consents above the organization’s limit', { tags: 'long' }, async () => {
    await setRules(none, upTo(1_025_000n))
    const [first, second] = [await offerOver(2_050_000n), await offerOver(2_050_000n)]
    await decide(approver, (await ask(requester, first)).id)
    const { id } = await ask(requester, second)
    await expectRefusals([decide(approver, id)], 'above_own_limit')
  })

  it('that is lowered meanwhile counts at the payment, and another can approve', {
    tags: 'long',
  }, async () => {
    const offerId = await offerOver(2_050_000n)
    await decide(approver, (await ask(requester, offerId)).id)
    await accept(requester, offerId)
    await limitOfApprover(2_000_000n)
    await expectRefusals([pay(requester, offerId)], 'approval_needed')
    expect((await requester.api.approvals.get({ offerId })).needed).not.toBeNull()
    const { id } = await ask(requester, offerId)
    await expectRefusals([decide(approver, id)], 'above_own_limit')
    await decide(admin, id)
    await pay(requester, offerId)
  })

  it('is the one that a stand-in’s approvals count for', { tags: 'long' }, async () => {
    const standIn = await colleague('data_engineer')
    await approver.api.approvals.setStandIn({ standIn: { userId: standIn.userId, days: 5 } })
    const [first, second] = [await offerOver(2_050_000n), await offerOver(2_050_000n)]
    await decide(standIn, (await ask(requester, first)).id)
    await accept(requester, first)
    await pay(requester, first)
    const { items } = await admin.api.spending.members({ limit: 50 })
    const spent = (of: Person) => items.find(({ id }) => id === of.userId)?.spentCents
    expect([spent(standIn), spent(approver)]).toEqual([0n, (await approvalOf(first)).amountCents])
    const { id } = await ask(requester, second)
    await expectRefusals([decide(standIn, id), decide(approver, id)], 'above_own_limit')
  })

  const approvalOf = async (offerId: string) => {
    const { approval } = await requester.api.approvals.get({ offerId })
    if (!approval) throw new Error('no approval')
    return approval
  }
})

describe('references of a purchase', () => {
  it('are required where the organization says so, and kept', async () => {
    await admin.api.spending.setRules({
      organization: none,
      member: none,
      needsPurchaseOrder: true,
      needsCostCenter: false,
    })
    const offerId = await offerOver(1_025_000n)
    await accept(requester, offerId)
    await expect(pay(requester, offerId)).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'purchaseOrder' },
    })
    await requester.api.payments.fund({
      offerId,
      bankAccount,
      accepted: requester.accepted,
      purchaseOrder: 'PO-2026-1193',
      costCenter: 'Demand planning',
    })
    await requester.settle()
    const { references } = await requester.api.approvals.get({ offerId })
    expect(references).toEqual({ purchaseOrder: 'PO-2026-1193', costCenter: 'Demand planning' })
    const [invoice] = (await requester.api.invoices.list({ limit: 1 })).items
    expect(invoice).toMatchObject({ purchaseOrder: 'PO-2026-1193', costCenter: 'Demand planning' })
    const ofVendor = await vendor.api.invoices.list({ limit: 5 })
    expect(JSON.stringify(ofVendor.items.map((each) => each.purchaseOrder))).not.toContain('PO-')
  })
})

describe('many at once', () => {
  it('of approvals, payments, withdrawals and limits leave one outcome', {
    tags: 'scaled',
  }, async () => {
    await setRules(upTo(1_025_000n))
    const [first, second] = [await offerOver(2_050_000n), await offerOver(2_050_000n)]
    const asked = await ask(requester, first)
    const decisions = Array.from({ length: isLong ? 16 : 5 }, (_, index) =>
      decide(index % 2 === 0 ? approver : admin, asked.id),
    )
    const accepts = Array.from({ length: isLong ? 16 : 5 }, () => accept(requester, first))
    const withdrawals = Array.from({ length: 2 }, () =>
      vendor.api.offers.withdraw({ offerId: first }),
    )
    const asks = Array.from({ length: isLong ? 16 : 5 }, () => ask(requester, second))
    const settled = <T>(of: Promise<T>[]) =>
      Promise.allSettled(of).then(
        (all) => all.filter(({ status }) => status === 'fulfilled').length,
      )
    const [decided, accepted, withdrawn, opened] = await Promise.all([
      settled(decisions),
      settled(accepts),
      settled(withdrawals),
      settled(asks),
    ])
    expect(opened).toBe(1)
    expect(decided).toBeLessThanOrEqual(1)
    expect(accepted + withdrawn).toBeLessThanOrEqual(1)
    if (accepted === 1) expect(decided).toBe(1)
  })

  it('of payments of one member stay within the month', { tags: 'long' }, async () => {
    await setRules({ paymentCents: null, monthCents: 3_075_000n })
    const offers: string[] = []
    for (let made = 0; made < 6; made++) offers.push(await offerOver(1_025_000n))
    for (const offerId of offers) await accept(requester, offerId)
    const results = await Promise.allSettled(
      offers.flatMap((offerId) => [pay(requester, offerId), pay(requester, offerId)]),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
})

describe('limits and approvals of others', () => {
  it('are neither read nor changed nor decided', async () => {
    await setRules(upTo(1_025_000n))
    const { id, offerId } = await ask(requester, await offerOver(2_050_000n))
    const rival = await market.colleague(await market.member('client'), 'administrator')
    await expectRefusals(
      [
        decide(rival, id),
        rival.api.approvals.get({ offerId }),
        ask(rival, offerId),
        rival.api.spending.setMemberLimits({ id: requester.userId, limits: none }),
        rival.api.approvals.setStandIn({ standIn: { userId: requester.userId, days: 1 } }),
      ],
      'not_found',
    )
    expect(await waiting(rival)).toEqual([])
    expect((await rival.api.spending.rules()).member).toEqual(none)
    await expectRefusals(
      [
        market.visitor.approvals.decide({ id, decision: 'approve' }),
        market.visitor.spending.rules(),
      ],
      'sign_in_required',
    )
    await expectRefusals(
      [
        requester.api.spending.setMemberLimits({ id: requester.userId, limits: null }),
        vendor.api.approvals.decide({ id, decision: 'approve' }),
      ],
      'not_permitted',
    )
  })
})
