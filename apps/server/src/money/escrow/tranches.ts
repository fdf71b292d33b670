/** The parts in which a contract's price is released; their states say what the ledger's balances say. Run as the system. */
import { type PaymentStructure, upfrontPercents } from '@semblance/contract'
import type { ContractRow } from '../../market/contracts/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { minBigInt } from './fees.ts'
import {
  deleteTranches,
  findStructure,
  insertTranches,
  lockTranches,
  type TrancheRow,
  updateTranche,
} from './queries.ts'

/** Returns the share of a price that is released at the start, in cents, rounded down. */
export const upfrontCents = (priceCents: bigint, structure: PaymentStructure): bigint =>
  (priceCents * upfrontPercents[structure]) / 100n

/** Returns a tranche's unreleased, unrefunded cents. */
export const restOf = (tranche: TrancheRow): bigint =>
  tranche.amount_cents - tranche.released_cents - tranche.refunded_cents

export const sumOf = (tranches: TrancheRow[]): bigint =>
  tranches.reduce((sum, tranche) => sum + restOf(tranche), 0n)

/**
 * Stores the tranches of a contract that was never paid, and replaces them if its price has
 * changed. Returns the unfunded ones.
 */
export async function planTranches(tx: Tx, contract: ContractRow): Promise<TrancheRow[]> {
  const { id, client, vendor, price_cents, offer_id } = contract
  return await withSystemRole(tx, async () => {
    const planned = await lockTranches(tx, id)
    const isUntouched = planned.every(
      ({ state, released_cents }) => state === 'unfunded' && released_cents === 0n,
    )
    if (!isUntouched || contract.funded_at) return planned.filter(isUnfunded)
    await deleteTranches(
      tx,
      id,
      planned.map(({ number }) => number),
    )
    const upfront = upfrontCents(price_cents, await findStructure(tx, offer_id))
    const parts = [
      { trigger: 'on_settlement' as const, amount_cents: upfront },
      { trigger: 'on_acceptance' as const, amount_cents: price_cents - upfront },
    ].filter(({ amount_cents }) => amount_cents > 0n)
    const shared = { contract_id: id, client, vendor, state: 'unfunded' as const }
    await insertTranches(
      tx,
      parts.map((part, index) => ({ ...shared, ...part, number: index + 1 })),
    )
    return await lockTranches(tx, id)
  })
}

const isUnfunded = ({ state }: TrancheRow) => state === 'unfunded'

/** Moves every tranche from one state to another; answers those that moved. */
export async function moveTranches(
  tx: Tx,
  contractId: string,
  from: TrancheRow['state'],
  to: 'unfunded' | 'pending' | 'held' | 'frozen',
  releaseAt?: Date,
): Promise<TrancheRow[]> {
  const moved = (await lockTranches(tx, contractId)).filter(({ state }) => state === from)
  for (const tranche of moved)
    await updateTranche(tx, tranche, {
      state: to,
      ...(releaseAt && tranche.trigger === 'on_settlement' && { release_at: releaseAt }),
    })
  return moved
}

/** Marks up to `cents` as released or refunded, from the given tranches in their order; answers what is left over. */
export async function consume(
  tx: Tx,
  tranches: TrancheRow[],
  cents: bigint,
  as: 'released' | 'refunded',
  now: Date,
): Promise<bigint> {
  let left = cents
  for (const tranche of tranches) {
    const rest = restOf(tranche)
    const taken = minBigInt(left, rest)
    if (taken === 0n) continue
    left -= taken
    if (as === 'released') tranche.released_cents += taken
    else tranche.refunded_cents += taken
    tranche.state = endedAs(tranche)
    await updateTranche(tx, tranche, {
      state: tranche.state,
      released_cents: tranche.released_cents,
      refunded_cents: tranche.refunded_cents,
      ...(as === 'released' && { released_at: now }),
    })
  }
  return left
}

/** Returns the final state of a tranche with nothing left; otherwise its current state. */
export function endedAs(tranche: TrancheRow): TrancheRow['state'] {
  if (restOf(tranche) > 0n) return tranche.state
  if (tranche.refunded_cents === 0n) return 'released'
  return tranche.released_cents === 0n ? 'refunded' : 'split'
}

/** Takes `cents` of held or frozen tranches, the last first, out of escrow, as if they had not been paid. */
export async function markUnfunded(tx: Tx, tranches: TrancheRow[], cents: bigint): Promise<void> {
  let left = cents
  let number = Math.max(...tranches.map((tranche) => tranche.number))
  for (const tranche of tranches.toReversed()) {
    if (left === 0n || !['held', 'frozen'].includes(tranche.state)) continue
    const rest = restOf(tranche)
    if (left >= rest) {
      left -= rest
      await updateTranche(tx, tranche, { state: 'unfunded', release_at: null })
      continue
    }
    await updateTranche(tx, tranche, { amount_cents: tranche.amount_cents - left })
    const { contract_id, client, vendor, trigger } = tranche
    const shared = { contract_id, client, vendor, trigger, state: 'unfunded' as const }
    number += 1
    await insertTranches(tx, [{ ...shared, number, amount_cents: left }])
    left = 0n
  }
}
