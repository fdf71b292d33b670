/** Steps of the trade, taken through the routes; each returns the IDs that the next one needs. */
import type { ErrorCode } from '@semblance/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { markDelivered, markProcessing } from '../src/modules/contracts/service.ts'
import { releaseEscrow } from '../src/modules/escrow/service.ts'
import { verifyLedger } from '../src/modules/ledger/service.ts'
import { resolveActor } from '../src/modules/profiles/service.ts'
import type { Ctx } from '../src/platform/context.ts'
import { become, system } from '../src/platform/db.ts'
import type { Api, Market, Person } from './market.ts'

export const dprForm: Parameters<Api['dprs']['create']>[0] = {
  title: 'Retail Customer Purchase Histories',
  category: 'retail',
  description: 'Two years of basket-level purchases for 48,000 loyalty members.',
  useCase: 'Demand forecasting',
  complianceRequirements: 'GDPR',
  deliveryFormat: 'csv',
  contacts: 'data@halden.test',
  budgetMinCents: 1_500_000n,
  budgetMaxCents: 2_500_000n,
  timelineDays: 14,
}

export const bankAccount = {
  accountHolderName: 'Halden Retail Group',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  bankName: 'First Bank',
}

export async function postDpr(
  client: Pick<Person, 'api'>,
  overrides: Partial<typeof dprForm> = {},
) {
  return (await client.api.dprs.create({ ...dprForm, ...overrides })).id
}

export async function sendOffer(vendor: Person, dprId: string, priceCents = 1_850_000n) {
  const { id } = await vendor.api.offers.submit({
    dprId,
    priceCents,
    timelineDays: 10,
    description: 'Our own loyalty panel, cleaned and documented.',
    termsAccepted: true,
  })
  return id
}

export type Deal = { dprId: string; offerId: string; contractId: string }

/** A contract that awaits payment. */
export async function agree(client: Person, vendor: Person, priceCents?: bigint): Promise<Deal> {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId, priceCents)
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  return { dprId, offerId, contractId }
}

/** Hands the payment to the bank. */
export const pay = (client: Person, offerId: string) =>
  client.api.payments.fund({ offerId, bankAccount, termsAccepted: true })

/** Pays, and waits for the bank to settle. */
export async function fund(client: Person, offerId: string) {
  const paid = await pay(client, offerId)
  await client.settle()
  return paid
}

/** A contract under way: price and fee are in escrow. */
export async function fundedDeal(client: Person, vendor: Person, priceCents?: bigint) {
  const deal = await agree(client, vendor, priceCents)
  await fund(client, deal.offerId)
  return deal
}

/** A dispute about a funded contract that waits for staff; its ID. */
export async function disputedDeal(client: Person, vendor: Person, priceCents: bigint) {
  const { contractId } = await fundedDeal(client, vendor, priceCents)
  const claim = { reason: 'quality', statement: 'Constant.', asks: 'full_refund' } as const
  const { id: disputeId } = await client.api.disputes.open({ contractId, ...claim })
  await vendor.api.disputes.answer({ disputeId, statement: 'As agreed.', asks: 'release' })
  await client.api.disputes.escalate({ disputeId })
  return disputeId
}

/** Moves a funded contract to review, as synthesis does. */
export async function deliver({ platform }: Market, contractId: string): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    await markProcessing(tx, contractId, new Date())
    await markDelivered(tx, contractId, new Date())
  })
}

/** Runs `work` with the context a procedure of this person's would get. */
export async function actingAs<T>(
  { platform }: Market,
  person: { userId: string; email: string },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const claims = { role: 'authenticated', sub: person.userId } as const
  return await platform.db.transaction(claims, async (tx) => {
    const session = { userId: person.userId, email: person.email }
    const actor = await resolveActor(tx, session as never, platform.config)
    const org_ids = actor.organization ? [actor.organization.id] : []
    await become(tx, { ...claims, org_ids, is_staff: actor.isStaff })
    return await work({ tx, actor, now: new Date(), platform })
  })
}

export const release = (market: Market, client: Person, contractId: string) =>
  actingAs(market, client, (ctx) => releaseEscrow(ctx, contractId))

/** Every balance of the ledger, by account code. */
export async function balances({ platform }: Market): Promise<Map<string, bigint>> {
  const rows = await platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('ledger.account as a')
      .innerJoin('ledger.current_balance as b', 'b.account_id', 'a.id')
      .select(['a.code', sql<bigint>`b.credits - b.debits`.as('net')])
      .execute(),
  )
  return new Map(rows.map(({ code, net }) => [code, net]))
}

export async function expectSoundLedger({ platform }: Market): Promise<void> {
  expect(await platform.db.transaction(system, verifyLedger)).toEqual([])
}

export async function expectRefusal(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  await expect(work).rejects.toMatchObject({ code })
}

/** All of them refused, started at once. */
export async function expectRefusals(works: Promise<unknown>[], code: ErrorCode): Promise<void> {
  await Promise.all(works.map((work) => expectRefusal(work, code)))
}

/** The work started `times` over at once: how many won, and the codes of those that lost. */
export async function race(
  times: number,
  work: () => Promise<unknown>,
): Promise<{ wins: number; codes: Set<string> }> {
  const results = await Promise.allSettled(Array.from({ length: times }, work))
  const lost = results.filter((result) => result.status === 'rejected')
  return { wins: times - lost.length, codes: new Set(lost.map(({ reason }) => reason.code)) }
}
