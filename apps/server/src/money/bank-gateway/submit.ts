/**
 * Hands instructions to the bank, in three steps: a transaction that counts the try, the call, a transaction that
 * records the answer. A crash between any two is mended by the next try, under the same key.
 */

import { isHeld } from '../../platform/backup/restores.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { openAccount } from './account.ts'
import { type Bank, BankRefusal, type Instruction, type OnOutcome } from './port.ts'
import { findReference, lockInstruction, markAttempt, moveInstruction } from './queries.ts'

export type BankSide = {
  platform: Platform
  bank: Bank
  onOutcome: OnOutcome
  clock: () => Date
}

/** Limits the tries. With the queue's waits they take some days; bank.resume starts again. */
const MAX_ATTEMPTS = 25

export const enqueueSubmit = (tx: Tx, key: string) =>
  enqueue(tx, 'bank.submit', { key }, { jobKey: `bank.submit:${key}`, maxAttempts: MAX_ATTEMPTS })

export async function submitInstruction(side: BankSide, key: string): Promise<void> {
  const tried = await prepare(side, key)
  if (!tried) return
  const answer = await ask(side.bank, tried.instruction, tried.isRetry)
  if ('refused' in answer) await recordRefusal(side, key, answer.refused)
  else await recordReference(side, key, answer.ref)
}

async function prepare({ platform, bank }: BankSide, key: string) {
  return await platform.db.transaction(system, async (tx) => {
    if (await isHeld(tx)) return null // staff submit it again when they end the hold
    const row = await markAttempt(tx, key)
    if (!row) return null
    if (row.provider !== bank.name)
      throw new Error(`${key} is for ${row.provider}; this is ${bank.name}.`)
    const refundOf = row.refund_of ? ((await findReference(tx, row.refund_of)) ?? null) : null
    if (refundOf && !refundOf.provider_ref) throw new Error(`${key} pays back an unsent debit.`)
    return {
      isRetry: row.attempts > 1,
      instruction: {
        key,
        kind: row.kind,
        organization: row.organization,
        amountCents: row.amount_cents,
        account: await openAccount(tx, platform, row),
        refundOf: refundOf && { key: refundOf.key, ref: refundOf.provider_ref! },
        description: row.description,
      },
    }
  })
}

/**
 * Submits an instruction. If an earlier try ended without an answer, first checks if the bank has
 * it already.
 */
async function ask(bank: Bank, instruction: Instruction, isRetry: boolean) {
  try {
    const known = isRetry ? await bank.find(instruction.key) : null
    return known ?? (await bank.submit(instruction))
  } catch (error) {
    if (error instanceof BankRefusal) return { refused: error.code }
    throw error
  }
}

/**
 * Records the bank's reference. If the event about the settlement has arrived first, only the
 * reference is new.
 */
async function recordReference({ platform, clock }: BankSide, key: string, ref: string) {
  await platform.db.transaction(system, async (tx) => {
    const row = await lockInstruction(tx, key)
    if (!row || row.provider_ref) return
    const now = clock()
    await moveInstruction(tx, key, [row.state], {
      state: row.state === 'queued' ? 'submitted' : row.state,
      provider_ref: ref,
      submitted_at: now,
      account_sealed: null,
    })
  })
}

async function recordRefusal({ platform, onOutcome, clock }: BankSide, key: string, code: string) {
  await platform.db.transaction(system, async (tx) => {
    const now = clock()
    const row = await moveInstruction(tx, key, ['queued'], {
      state: 'failed',
      failure_code: code,
      ended_at: now,
      account_sealed: null,
    })
    if (!row) return
    await onOutcome({ tx, now, platform }, { key, outcome: 'failed', code })
  })
}
