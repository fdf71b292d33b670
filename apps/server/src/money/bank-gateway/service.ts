/** The bank: instructions to move money, and what came of them. No call to a bank happens in a transaction. */

import { withSystemRole } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { encryptField } from '../../platform/security/field-encryption.ts'
import { accountContext } from './account.ts'
import type { BankAccountDetails, InstructionKind } from './port.ts'
import { bankName } from './providers.ts'
import { cancelUntried, insertInstruction } from './queries.ts'
import { connectedAccount, isPaidOut } from './stripe/service.ts'
import { enqueueSubmit } from './submit.ts'

export { backfillFailure, backfillSettlement } from './backfill.ts'
export { bankingDaysAfter } from './calendar.ts'
export { type BankAccountDetails, type BankOutcome, type OnOutcome, usAccount } from './port.ts'
export { countQueued, distrustQueued, listUncoveredDays, resumeSubmitting } from './restored.ts'
export type { BreakRow, StatementRow } from './statement-queries.ts'
export { countOpenBreaks, listBreaks, listStatements, resolveBreak } from './statements.ts'

/**
 * Instructs the bank to move money, once the caller's transaction commits. The key is
 * `payment:<id>`, `refund:<id>:<attempt>`, `payout:<id>:<attempt>` or
 * `subscription:<id>:<attempt>`. The outcome is passed to the module that the key names.
 */
export async function instruct(
  { tx, now, platform }: SystemCtx,
  input: {
    key: string
    kind: InstructionKind
    organization: string
    amountCents: bigint
    account?: BankAccountDetails
    /** The key of the debit that is paid back. */
    refundOf?: string
    description: string
  },
): Promise<void> {
  const { key, organization } = input
  const provider = bankName(platform.config)
  const account = provider === 'built_in' ? input.account : undefined // Stripe has it, or needs none
  await withSystemRole(tx, async () => {
    const place = accountContext(key)
    const plain = account && JSON.stringify(account)
    await insertInstruction(tx, {
      key,
      kind: input.kind,
      organization,
      amount_cents: input.amountCents,
      refund_of: input.refundOf ?? null,
      account_sealed: plain
        ? await encryptField(tx, platform.secrets, organization, place, plain)
        : null,
      description: input.description,
      provider,
      created_at: now,
    })
    await enqueueSubmit(tx, key)
  })
}

/**
 * Cancels an instruction. Returns true if no bank had received it. Afterwards only the bank's
 * answer ends it.
 */
export async function cancelInstruction(
  { tx, now }: Pick<SystemCtx, 'tx' | 'now'>,
  key: string,
): Promise<boolean> {
  return await withSystemRole(tx, () => cancelUntried(tx, key, now))
}

/** Returns true if the bank would pay the organization out. Stripe has to verify the organization first. */
export async function canReceive(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  organization: string,
): Promise<boolean> {
  if (bankName(platform.config) === 'built_in') return true
  return await withSystemRole(tx, () => isPaidOut(tx, organization))
}

type KnownAccount = { bankName: string; last4: string }

/** Returns the organization's connected account at Stripe. Null if Stripe is not the bank. */
export async function connectionAtStripe(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  organization: string,
): Promise<{ connected: KnownAccount | null } | null> {
  if (bankName(platform.config) === 'built_in') return null
  return { connected: await withSystemRole(tx, () => connectedAccount(tx, organization)) }
}

/**
 * Returns the organization's connected account at Stripe. Null if Stripe is not the bank and the
 * payer names an account. Throws bank_account_needed.
 */
export async function accountOnFile(
  ctx: Pick<SystemCtx, 'tx' | 'platform'>,
  organization: string,
): Promise<KnownAccount | null> {
  const stripe = await connectionAtStripe(ctx, organization)
  if (!stripe) return null
  if (!stripe.connected) throw new AppError('bank_account_needed')
  return stripe.connected
}
