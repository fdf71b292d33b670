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
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import { withWorkDir } from '../engine/service.ts'
import { refuse, requirePossible } from './claims.ts'
import type { Work } from './collect-files.ts'
import { claimableOf, type DeliveredData, findDeliveredData } from './delivered-data.ts'
import { followWanted } from './follow.ts'
import type { Judged } from './measurable.ts'
import { measureClaims } from './measure-claims.ts'
import { readState } from './measured-state.ts'

/** Limits how often claims about one delivery are measured; each time takes a process of the engine. */
const MAX_CHECKS = 20

const jobKeyOf = (id: string) => `claim-check:${id}`

/** Queues the measurement; those of one contract run in turn. */
const queueCheck = (tx: Tx, { id, contract_id }: Pick<Row, 'id' | 'contract_id'>) =>
  enqueue(tx, 'claims.check', { id }, { jobKey: jobKeyOf(id), queueName: `claims:${contract_id}` })

/**
 * Has claims measured in place of those that were measured before. Throws not_permitted for all but the client of a
 * contract that can be disputed, bad_input for a claim about what was not delivered or agreed, check_under_way, and
 * checks_used_up.
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
    const row = await findRow(tx, contract.id)
    const before = row?.delivery_id === data.deliveryId ? await toCheck(tx, row) : null
    const isSame = before !== null && areSame(before.claims, input.claims)
    if (isSame && before.state !== 'failed') return before
    if (before?.state === 'measuring') throw new AppError('check_under_way')
    const times = before && row ? row.times + (isSame ? 0 : 1) : 1
    if (times > MAX_CHECKS) throw new AppError('checks_used_up')
    const fresh = {
      ...{ delivery_id: data.deliveryId, claims: JSON.stringify(input.claims) },
      ...{ created_at: now, times },
    }
    const { id } = await tx
      .insertInto('app.claim_checks')
      .values({ contract_id: contract.id, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('contract_id')
          .doUpdateSet({ ...fresh, judged: null, id: sql<string>`uuidv7()` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await queueCheck(tx, { id, contract_id: contract.id })
    return { id, state: 'measuring', claims: input.claims, judged: [], createdAt: now }
  })
}

const areSame = (some: readonly DataClaim[], others: readonly DataClaim[]) =>
  some.length === others.length &&
  some.every((one) => others.some((other) => isSameClaim(one, other)))

/** Returns what the client had measured last; null if there is nothing. Throws not_permitted for the vendor. */
export async function getClaimCheck(ctx: Ctx, contractId: string): Promise<ClaimCheck | null> {
  const contract = await getContractForParty(ctx, contractId)
  if (sideOf(ctx, contract) !== 'client') throw new AppError('not_permitted')
  return await withSystemRole(ctx.tx, async () => {
    const row = await findRow(ctx.tx, contract.id)
    if (!row) return null
    const data = await findDeliveredData(ctx.tx, { contractId: contract.id })
    return data?.deliveryId === row.delivery_id
      ? await toCheck(ctx.tx, row)
      : viewOf({ ...row, judged: null }, 'outdated')
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = (tx: Tx, contractId: string) =>
  tx
    .selectFrom('app.claim_checks')
    .selectAll()
    .where('contract_id', '=', contractId)
    .executeTakeFirst()

async function toCheck(tx: Tx, row: Row): Promise<ClaimCheck> {
  const { stored, state } = await readState(tx, row, {
    jobKey: jobKeyOf(row.id),
    isMeasured: ({ judged }) => judged !== null,
    readAgain: async () => (await findRow(tx, row.contract_id)) ?? row,
  })
  return stored.id === row.id ? viewOf(stored, state) : await toCheck(tx, stored)
}

const viewOf = (row: Row, state: ClaimCheck['state']): ClaimCheck =>
  claimCheck.parse({
    ...{ id: row.id, state, claims: row.claims },
    ...{ judged: row.judged ?? [], createdAt: row.created_at },
  })

/**
 * Measures the claims of a check, unless another has taken its place or its delivery has been replaced. Ends without a
 * result when that happens; after a stop of the server it starts again. Throws faults of the platform, for the queue to
 * repeat the job.
 */
export async function measureCheck(work: Work, id: string): Promise<void> {
  const { platform, signal } = work
  const open = await platform.db.transaction(system, (tx) => findOpen(tx, id))
  if (!open) return
  const follow = followWanted(platform, async (tx) => Boolean(await findWaiting(tx, id)), signal)
  try {
    const judged = await withWorkDir(platform.config, (dir) =>
      measureClaims({ ...work, signal: follow.signal }, open, dir),
    )
    if (judged) await untilAnswered(() => saveJudged(platform, { id, open, judged }), signal)
    else await measureLater(platform, id)
  } catch (error) {
    if (!follow.signal.aborted) throw error
    await measureLater(platform, id)
  } finally {
    await follow.end()
  }
}

const findWaiting = (tx: Tx, id: string) =>
  tx
    .selectFrom('app.claim_checks')
    .selectAll()
    .where('id', '=', id)
    .where('judged', 'is', null)
    .executeTakeFirst()

async function findOpen(tx: Tx, id: string): Promise<Open | null> {
  const row = await findWaiting(tx, id)
  const data = row && (await findDeliveredData(tx, { contractId: row.contract_id }))
  return data?.deliveryId === row?.delivery_id && row && data
    ? { claims: z.array(dataClaim).parse(row.claims), data }
    : null
}

/** Queues the job again, unless another check has taken its place. */
async function measureLater({ db }: Platform, id: string): Promise<void> {
  await db.transaction(system, async (tx) => {
    const row = await findWaiting(tx, id)
    if (row) await queueCheck(tx, row)
  })
}

async function saveJudged(
  { db }: Platform,
  { id, open, judged }: { id: string; open: Open; judged: Judged },
): Promise<void> {
  await db.transaction(system, async (tx) => {
    await tx
      .updateTable('app.claim_checks')
      .set({ judged: JSON.stringify(await state(tx, open, judged)) })
      .where('id', '=', id)
      .execute()
  })
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
