/** Contracts: what an accepted offer becomes, and the only way its status moves. */
import {
  type ContractDetail,
  type ContractSummary,
  categories,
  deliveryFormats,
  platformFeeCents,
} from '@semblance/contract'
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/cursor.ts'
import { asSystem, type Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { markDprCompleted, markDprReady } from '../dprs/service.ts'
import { type ContractMoney, contractMoney } from '../ledger/service.ts'
import { deliveryDue, milestonesOf, progressPercent } from './milestones.ts'
import {
  type ContractRow,
  claimContract,
  findContract,
  findContractDetail,
  findLiveContractOfDpr,
  insertContract,
  listContractRows,
  type NamedContract,
} from './queries.ts'

export type { ContractRow }

export async function listContracts(ctx: Ctx, input: Page & { side: 'client' | 'vendor' }) {
  const organization = readerOrg(ctx, input.side)
  const after = decodeCursor(input.cursor)
  const rows = await listContractRows(ctx.tx, input.side, organization, after, input.limit)
  const ids = rows.map((row) => row.id)
  const money = await contractMoney(ctx.tx, ids)
  return pageOf(
    rows,
    input.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => toSummary(row, money(row.id), ctx.now),
  )
}

export async function getContract(ctx: Ctx, contractId: string): Promise<ContractDetail> {
  const row = await findContractDetail(ctx.tx, contractId, partiesOf(ctx))
  if (!row) throw new AppError('not_found')
  const money = await contractMoney(ctx.tx, [row.id])
  return {
    ...toSummary(row, money(row.id), ctx.now),
    side: row.client === ctx.actor.readsAs.client ? 'client' : 'vendor',
    offerDescription: row.offer_description,
    specifications: [
      { label: 'Category', value: categories[row.category] },
      {
        label: 'Data Format',
        value: deliveryFormats[row.delivery_format as keyof typeof deliveryFormats],
      },
      { label: 'Delivery Timeline', value: `${row.timeline_days} days` },
      { label: 'Use Case', value: row.use_case },
      { label: 'Compliance Requirements', value: row.compliance_requirements },
    ],
  }
}

/** The contract as one of its parties; anyone else is told it does not exist. */
export async function getContractForParty(ctx: Ctx, contractId: string): Promise<ContractRow> {
  const row = await findContract(ctx.tx, contractId, partiesOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

/** The live contract of a request, as one of its parties. */
export async function getContractOfDpr(ctx: Ctx, dprId: string): Promise<ContractRow> {
  const row = await findLiveContractOfDpr(ctx.tx, dprId, partiesOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

/** Draws up the contract of an offer the caller has just accepted. */
export async function drawUpContract(
  tx: Tx,
  offer: {
    id: string
    dpr_id: string
    client: string
    vendor: string
    price_cents: bigint
    timeline_days: number
  },
  title: string,
): Promise<ContractRow> {
  const { id, dpr_id, client, vendor, price_cents, timeline_days } = offer
  const fee_cents = platformFeeCents(price_cents)
  return await insertContract(tx, {
    offer_id: id,
    dpr_id,
    client,
    vendor,
    title,
    price_cents,
    fee_cents,
    timeline_days,
  })
}

/** Claims the one funding of a contract; null when it is not awaiting payment. */
export async function claimFunding(tx: Tx, contractId: string, now: Date) {
  return await asSystem(tx, () =>
    claimContract(tx, contractId, ['awaiting_payment'], {
      status: 'in_progress',
      stage: 'data_collection',
      funded_at: now,
    }),
  )
}

/** Claims the one release of a contract, which completes it and its request; null when it is not awaiting review. */
export async function claimRelease(tx: Tx, contractId: string, now: Date) {
  return await asSystem(tx, async () => {
    const contract = await claimContract(tx, contractId, ['pending_review'], {
      status: 'completed',
      stage: null,
      completed_at: now,
    })
    if (contract) await markDprCompleted(tx, contract.dpr_id)
    return contract
  })
}

/** The vendor has begun to upload; no change when it had before. */
export async function markSubmissionStarted(tx: Tx, contractId: string): Promise<void> {
  await moveToSubmission(tx, contractId, 'in_progress')
}

/** The upload is complete and synthesis begins. */
export async function markProcessing(tx: Tx, contractId: string, now: Date): Promise<void> {
  const change = {
    status: 'synthetic_processing',
    stage: 'quality_review',
    submitted_at: now,
  } as const
  const moved = await asSystem(tx, () => claimContract(tx, contractId, ['in_progress'], change))
  if (!moved) throw new AppError('not_awaiting_delivery')
}

/** Synthesis refused or failed: the vendor submits again. */
export async function markSentBack(tx: Tx, contractId: string): Promise<void> {
  await moveToSubmission(tx, contractId, 'synthetic_processing')
}

/** The validated dataset waits for the client. */
export async function markDelivered(tx: Tx, contractId: string, now: Date): Promise<void> {
  await asSystem(tx, async () => {
    const contract = await claimContract(tx, contractId, ['synthetic_processing'], {
      status: 'pending_review',
      stage: null,
      delivered_at: now,
    })
    if (!contract) throw new AppError('not_awaiting_delivery')
    await markDprReady(tx, contract.dpr_id)
  })
}

async function moveToSubmission(
  tx: Tx,
  contractId: string,
  from: 'in_progress' | 'synthetic_processing',
): Promise<void> {
  const change = { status: 'in_progress', stage: 'data_submission', submitted_at: null } as const
  const moved = await asSystem(tx, () => claimContract(tx, contractId, [from], change))
  if (!moved) throw new AppError('not_awaiting_delivery')
}

/** The organizations the caller reads contracts for; refuses a caller who reads for none. */
function partiesOf(ctx: Ctx): string[] {
  const { client, vendor } = ctx.actor.readsAs
  const parties = [client, vendor].filter((id) => id !== null)
  return parties.length > 0 ? parties : [readerOrg(ctx, 'client')]
}

function toSummary(row: NamedContract, money: ContractMoney, now: Date): ContractSummary {
  const milestones = milestonesOf(row, now)
  return {
    id: row.id,
    offerId: row.offer_id,
    dprId: row.dpr_id,
    title: row.title,
    clientName: row.client_name ?? 'Closed account',
    vendorName: row.vendor_name ?? 'Closed account',
    priceCents: row.price_cents,
    feeCents: row.fee_cents,
    heldCents: money.heldCents,
    releasedCents: money.releasedCents,
    status: row.status,
    stage: row.stage,
    progressPercent: progressPercent(milestones),
    startDate: row.funded_at,
    deliveryDate: deliveryDue(row),
    milestones,
  }
}
