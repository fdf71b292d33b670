/** Lets a client measure claims before it opens a dispute: for itself alone, unsigned, and without an effect. */
import {
  type ClaimCheck,
  claimCheck,
  contractCan,
  type DataClaim,
  dataClaim,
  isSameClaim,
  priceOfClaim,
} from '@semblance/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { requireMemberOrganization, requirePermission } from '../../core/api/service.ts'
import { getContractForParty, sideOf } from '../../market/contracts/service.ts'
import { system, type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue, findKeyedJob } from '../../platform/process/jobs.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import { withWorkDir } from '../engine/service.ts'
import { refuse, requirePossible } from './claims.ts'
import type { Work } from './collect-files.ts'
import { claimableOf, type DeliveredData, findDeliveredData } from './delivered-data.ts'
import type { Judged } from './measurable.ts'
import { measureClaims } from './measure-claims.ts'

const jobKeyOf = (id: string) => `claim-check:${id}`

/**
 * Has claims measured in place of those that were measured before. Throws not_permitted for all but the client of a
 * contract that can be disputed, and bad_input for a claim about what was not delivered or agreed.
 */
export async function checkClaims(
  ctx: Ctx,
  input: { contractId: string; claims: DataClaim[] },
): Promise<ClaimCheck> {
  const { tx, now } = ctx
  const contract = await getContractForParty(ctx, input.contractId)
  if (sideOf(ctx, contract) !== 'client' || !contractCan.dispute(contract.status))
    throw new AppError('not_permitted')
  requireMemberOrganization(ctx, 'client')
  requirePermission(ctx.actor, ['request'])
  return await withSystemRole(tx, async () => {
    const data = await findDeliveredData(tx, { contractId: contract.id })
    if (!data) throw refuse('claims', 'There is no delivery that could be measured')
    requirePossible(input.claims, claimableOf(data))
    const known = await findRow(tx, contract.id)
    const before = known && (await toCheck(tx, known))
    const isSame =
      known?.delivery_id === data.deliveryId &&
      before?.state !== 'failed' &&
      before?.claims.length === input.claims.length &&
      before.claims.every((claim, i) => isSameClaim(claim, input.claims[i] ?? claim))
    if (before && isSame) return before
    const row = {
      delivery_id: data.deliveryId,
      claims: JSON.stringify(input.claims),
      created_at: now,
    }
    const { id } = await tx
      .insertInto('app.claim_checks')
      .values({ contract_id: contract.id, ...row })
      .onConflict((conflict) =>
        conflict
          .column('contract_id')
          .doUpdateSet({ ...row, judged: null, id: sql<string>`uuidv7()` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(
      tx,
      'claims.check',
      { id },
      { jobKey: jobKeyOf(id), queueName: `claims:${contract.id}` },
    )
    return { id, state: 'measuring', claims: input.claims, judged: [], createdAt: now }
  })
}

/** Returns what the client had measured last; null if there is nothing about its delivery. Throws not_permitted for the vendor. */
export async function getClaimCheck(ctx: Ctx, contractId: string): Promise<ClaimCheck | null> {
  const contract = await getContractForParty(ctx, contractId)
  if (sideOf(ctx, contract) !== 'client') throw new AppError('not_permitted')
  return await withSystemRole(ctx.tx, async () => {
    const row = await findRow(ctx.tx, contract.id)
    const data = row && (await findDeliveredData(ctx.tx, { contractId: contract.id }))
    return row && data?.deliveryId === row.delivery_id ? await toCheck(ctx.tx, row) : null
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = (tx: Tx, contractId: string) =>
  tx
    .selectFrom('app.claim_checks')
    .selectAll()
    .where('contract_id', '=', contractId)
    .executeTakeFirst()

async function toCheck(tx: Tx, before: Row): Promise<ClaimCheck> {
  const job = before.judged === null ? await findKeyedJob(tx, jobKeyOf(before.id)) : null
  // The job may have ended since the row was read.
  const row = job ? before : ((await findRow(tx, before.contract_id)) ?? before)
  return claimCheck.parse({
    id: row.id,
    state:
      row.judged !== null ? 'measured' : !job || job.state === 'failed' ? 'failed' : 'measuring',
    claims: row.claims,
    judged: row.judged ?? [],
    createdAt: row.created_at,
  })
}

/** Measures the claims of a check, unless another has taken its place. Throws faults of the platform, for the queue to repeat the job. */
export async function measureCheck(work: Work, id: string): Promise<void> {
  const { platform, signal } = work
  const open = await platform.db.transaction(system, async (tx) => {
    const row = await tx
      .selectFrom('app.claim_checks')
      .selectAll()
      .where('id', '=', id)
      .where('judged', 'is', null)
      .executeTakeFirst()
    const data = row && (await findDeliveredData(tx, { id: row.delivery_id }))
    return row && data ? { claims: z.array(dataClaim).parse(row.claims), data } : null
  })
  if (!open) return
  const judged = await withWorkDir(platform.config, (dir) => measureClaims(work, open, dir))
  await untilAnswered(
    () =>
      platform.db.transaction(system, async (tx) => {
        if (!judged) return await enqueue(tx, 'claims.check', { id }, { jobKey: jobKeyOf(id) })
        const stated = JSON.stringify(await state(tx, open, judged))
        await tx
          .updateTable('app.claim_checks')
          .set({ judged: stated })
          .where('id', '=', id)
          .execute()
      }),
    signal,
  )
}

type Open = { claims: DataClaim[]; data: DeliveredData }

async function state(tx: Tx, { claims, data }: Open, { judgements }: Judged) {
  const { price_cents } = await tx
    .selectFrom('deliveries as d')
    .innerJoin('contracts as k', 'k.id', 'd.contract_id')
    .select('k.price_cents')
    .where('d.id', '=', data.deliveryId)
    .executeTakeFirstOrThrow()
  const terms = { ...data.priceTerms, priceCents: price_cents }
  return claims.flatMap((claim, i) => {
    const judgement = judgements[i]
    if (!judgement) return []
    const price = priceOfClaim(judgement, terms)
    return [{ claim, ...judgement, priceCents: price === null ? null : Number(price) }]
  })
}
