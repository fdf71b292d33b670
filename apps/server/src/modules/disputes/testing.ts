/** Steps of a dispute for tests, taken through the routes. */
import type { Attachment } from '@semblance/contract'
import { sql } from 'kysely'
import { type Deal, deliver, fund, fundedDeal, postDpr } from '../../../testing/deals.ts'
import type { Api, Market, Person } from '../../../testing/market.ts'
import { system } from '../../platform/db.ts'

type Claim = Parameters<Api['disputes']['open']>[0]

export const claim = {
  reason: 'quality',
  statement: 'Half of the columns are constant.',
  asks: 'full_refund',
} as const satisfies Omit<Claim, 'contractId'>

export const openOn = (
  { api }: Person,
  { contractId }: Pick<Deal, 'contractId'>,
  changes: Partial<Claim> = {},
) => api.disputes.open({ ...claim, ...changes, contractId })

export const answer = ({ api }: Person, disputeId: string) =>
  api.disputes.answer({ disputeId, statement: 'They vary as agreed.', asks: 'release' })

/** Under review, with everything in escrow. */
export async function deliveredDeal(
  market: Market,
  client: Person,
  vendor: Person,
  cents?: bigint,
) {
  const deal = await fundedDeal(client, vendor, cents)
  await deliver(market, deal.contractId)
  return deal
}

/** The example of the ledger: $18,500 in 30 % and 70 %, the first part released, the delivery under review. */
export async function exampleDeal(market: Market, client: Person, vendor: Person): Promise<Deal> {
  const dprId = await postDpr(client)
  const { id: offerId } = await vendor.api.offers.submit({
    dprId,
    priceCents: 1_850_000n,
    timelineDays: 10,
    description: 'Ours.',
    paymentStructure: 'third_upfront',
    termsAccepted: true,
  })
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await fund(client, offerId)
  await market.platform.db.transaction(system, (tx) =>
    sql`update tranches set release_at = now() - interval '1 day' where contract_id = ${contractId} and release_at is not null`.execute(
      tx,
    ),
  )
  await runJob(market, 'escrow.release')
  await deliver(market, contractId)
  return { dprId, offerId, contractId }
}

export async function runJob({ app }: Market, name: string): Promise<void> {
  await app.jobs[name]!({}, {} as never)
}

/** Open, answered and handed to staff: ready for a decision. */
export async function escalated(
  deal: Deal,
  { client, vendor }: { client: Person; vendor: Person },
): Promise<string> {
  const { id } = await openOn(client, deal)
  await answer(vendor, id)
  await client.api.disputes.escalate({ disputeId: id })
  return id
}

export async function upload(
  market: Market,
  person: Pick<Person, 'token'> | null,
  contractId: string,
  { fileName = 'columns.csv', body = 'column,distinct\nage,1\n' } = {},
): Promise<Response> {
  const name = encodeURIComponent(fileName)
  return await market.fetch(`/api/contracts/${contractId}/evidence?fileName=${name}`, {
    method: 'POST',
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
    body,
  })
}

export async function attach(market: Market, person: Person, contractId: string): Promise<string> {
  const response = await upload(market, person, contractId)
  return ((await response.json()) as Attachment).id
}
