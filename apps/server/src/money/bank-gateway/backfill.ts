/** Lets the built-in bank take and settle instructions in the past, for the sample marketplace. */
import type { SystemCtx } from '../../platform/http/context.ts'
import { takeTransfer } from './built-in/service.ts'
import { type OnOutcome, usAccount } from './port.ts'
import { findInstruction, moveInstruction } from './queries.ts'

/**
 * Settles an instruction in the past. Call as the system, in the transaction that gave the
 * instruction.
 */
export async function backfillSettlement(
  { tx, now, platform }: SystemCtx,
  key: string,
  onOutcome: OnOutcome,
): Promise<void> {
  const row = await findInstruction(tx, key)
  const transfer = await takeTransfer(
    tx,
    {
      key,
      kind: row.kind,
      organization: row.organization,
      amountCents: row.amount_cents,
      account: {
        ...usAccount,
        holder: '',
        accountNumber: '',
        routingNumber: '',
        bankName: '',
        accountType: null,
      },
      refundOf: null,
      description: row.description,
    },
    platform.config,
    now,
  )
  const settledAt = transfer.settles_at
  if (!settledAt) throw new Error(`${key} has no settlement to come`)
  await moveInstruction(tx, key, ['queued'], {
    state: 'settled',
    provider_ref: transfer.ref,
    submitted_at: now,
    settled_at: settledAt,
    account_sealed: null,
    attempts: 1,
  })
  await onOutcome({ tx, now: settledAt, platform }, { key, outcome: 'settled', code: null })
}

/** Records that the bank refused an instruction at once, without a transfer. */
export async function backfillFailure(
  ctx: SystemCtx,
  key: string,
  code: string,
  onOutcome: OnOutcome,
): Promise<void> {
  await moveInstruction(ctx.tx, key, ['queued'], {
    state: 'failed',
    failure_code: code,
    ended_at: ctx.now,
    account_sealed: null,
    attempts: 1,
  })
  await onOutcome(ctx, { key, outcome: 'failed', code })
}
