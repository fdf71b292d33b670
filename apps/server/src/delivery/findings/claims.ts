/** Takes claims about delivered data: those that name what was delivered and agreed. */
import {
  type Claimable,
  type DataClaim,
  dataClaim,
  isSameClaim,
  MAX_DATA_CLAIMS,
} from '@semblance/contract'
import { type Participant, requireParticipant } from '../../money/disputes/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { claimableOf, findDeliveredData } from './delivered-data.ts'
import { type ClaimRow, insertClaims, listClaims } from './queries.ts'

type Claims = { disputeId: string; claims: DataClaim[] }

export const claimOf = ({ claim }: Pick<ClaimRow, 'claim'>): DataClaim => dataClaim.parse(claim)

export const jobKeyOf = (disputeId: string) => `dispute:${disputeId}`

/**
 * Stores the client's claims in a live dispute, and has them measured. A claim that was made before is left out. Throws
 * bad_input with the field of a claim about what was not delivered or not agreed.
 */
export async function makeClaims(ctx: Ctx, input: Claims): Promise<void> {
  const seat = await requireParticipant(ctx, input.disputeId, 'request')
  if (seat.side !== 'client') throw new AppError('not_permitted')
  await withSystemRole(ctx.tx, () => storeClaims(ctx, seat, input.claims))
}

async function storeClaims(ctx: Ctx, { dispute }: Participant, claims: DataClaim[]): Promise<void> {
  const earlier = await listClaims(ctx.tx, [dispute.id])
  const about = earlier[0]
  const data = await findDeliveredData(
    ctx.tx,
    about ? { id: about.delivery_id } : { contractId: dispute.contract_id },
  )
  if (!data) throw refuse('claims', 'There is no delivery that could be measured')
  requirePossible(claims, claimableOf(data))
  const known = earlier.map(claimOf)
  const fresh: DataClaim[] = []
  for (const claim of claims)
    if (![...known, ...fresh].some((one) => isSameClaim(one, claim))) fresh.push(claim)
  if (fresh.length === 0) return
  if (known.length + fresh.length > MAX_DATA_CLAIMS) throw new AppError('dispute_full')
  const { id: dispute_id, client, vendor } = dispute
  for (const claim of fresh)
    await insertClaims(ctx.tx, [
      {
        dispute_id,
        delivery_id: data.deliveryId,
        client,
        vendor,
        claim: JSON.stringify(claim),
        made_by: ctx.actor.userId,
        created_at: ctx.now,
      },
    ])
  await enqueue(
    ctx.tx,
    'dispute.measure',
    { disputeId: dispute_id },
    { jobKey: jobKeyOf(dispute_id) },
  )
}

/** Throws bad_input with the field of the first claim about what was not delivered or not agreed. */
export function requirePossible(claims: readonly DataClaim[], possible: Claimable): void {
  for (const [place, claim] of claims.entries()) {
    const problem = problemOf(claim, possible)
    if (problem) throw refuse(`claims.${place}.${problem.field}`, problem.message)
  }
}

export const refuse = (field: string, message: string) =>
  new AppError('bad_input', { field, message })

type Problem = { field: string; message: string }

/** Returns why a claim cannot be made of a delivery, with the field at fault; null if it can. */
export function problemOf(claim: DataClaim, possible: Claimable): Problem | null {
  switch (claim.type) {
    case 'accuracy':
      return possible.accuracyPercent === null
        ? { field: 'type', message: 'No accuracy was agreed' }
        : null
    case 'records':
      return possible.records === null
        ? { field: 'type', message: 'No number of records was agreed' }
        : null
    case 'format':
      return possible.formats.includes(claim.format)
        ? null
        : { field: 'format', message: 'This format was not agreed' }
    case 'pair':
      return pairProblem(claim, possible)
    case 'column_rule':
      return ruleProblemOf(claim, possible)
  }
}

const tableOf = ({ tables }: Claimable, name: string) => tables.find((table) => table.name === name)

const noTable = (name: string): Problem => ({
  field: 'table',
  message: `The delivery has no table ${name}`,
})

function pairProblem(
  { table: name, columns }: Extract<DataClaim, { type: 'pair' }>,
  possible: Claimable,
): Problem | null {
  const table = tableOf(possible, name)
  if (!table) return noTable(name)
  const missing = columns.findIndex((column) => !table.columns.includes(column))
  if (missing >= 0)
    return { field: `columns.${missing}`, message: `${name} has no column ${columns[missing]}` }
  return columns[0] === columns[1]
    ? { field: 'columns.1', message: 'Choose two different columns' }
    : null
}

function ruleProblemOf(
  { table: name, column, rule }: Extract<DataClaim, { type: 'column_rule' }>,
  possible: Claimable,
): Problem | null {
  const table = tableOf(possible, name)
  if (!table) return noTable(name)
  if (column !== null && !table.columns.includes(column))
    return { field: 'column', message: `${name} has no column ${column}` }
  const isAgreed = table.rules.some((one) =>
    isSameClaim(
      { type: 'column_rule', table: name, ...one },
      { type: 'column_rule', table: name, column, rule },
    ),
  )
  return isAgreed ? null : { field: 'rule', message: 'This rule was not agreed' }
}
