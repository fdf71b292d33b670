/** The bank: instructions to move money, and what came of them. No call to a bank happens in a transaction. */
import type { SystemCtx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { sealFor } from '../../platform/vault.ts'
import { accountPlace } from './account.ts'
import type { BankAccountDetails, InstructionKind } from './port.ts'
import { bankName } from './providers.ts'
import { cancelUntried, insertInstruction } from './queries.ts'
import { connectedAccount, isPaidOut } from './stripe/service.ts'
import { enqueueSubmit } from './submit.ts'

export { bankingDaysAfter } from './calendar.ts'
export { failInPast, settleInPast } from './past.ts'
export type { BankAccountDetails, BankOutcome, OnOutcome } from './port.ts'
export type { BreakRow, StatementRow } from './statement-queries.ts'
export { countOpenBreaks, listBreaks, listStatements, resolveBreak } from './statements.ts'

/**
 * Has the bank move money, once the caller's transaction commits. The key is `payment:<id>`, `refund:<id>:<attempt>`,
 * `payout:<id>:<attempt>` or `subscription:<id>:<attempt>`; what comes of it goes to whoever the key names.
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
  await asSystem(tx, async () => {
    const place = accountPlace(key)
    const plain = account && JSON.stringify(account)
    await insertInstruction(tx, {
      key,
      kind: input.kind,
      organization,
      amount_cents: input.amountCents,
      refund_of: input.refundOf ?? null,
      account_sealed: plain
        ? await sealFor(tx, platform.secrets, organization, place, plain)
        : null,
      description: input.description,
      provider,
      created_at: now,
    })
    await enqueueSubmit(tx, key)
  })
}

/** True where the instruction was stopped before anybody outside heard of it; afterwards only the bank's answer ends it. */
export async function cancelInstruction(
  { tx, now }: Pick<SystemCtx, 'tx' | 'now'>,
  key: string,
): Promise<boolean> {
  return await asSystem(tx, () => cancelUntried(tx, key, now))
}

/** Whether the bank would pay the organization out; Stripe wants to know it first. */
export async function canReceive(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  organization: string,
): Promise<boolean> {
  if (bankName(platform.config) === 'built_in') return true
  return await asSystem(tx, () => isPaidOut(tx, organization))
}

type KnownAccount = { bankName: string; last4: string }

/** What the organization has connected at Stripe; null where Stripe is not the bank. */
export async function connectionAtStripe(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  organization: string,
): Promise<{ connected: KnownAccount | null } | null> {
  if (bankName(platform.config) === 'built_in') return null
  return { connected: await asSystem(tx, () => connectedAccount(tx, organization)) }
}

/** The account that the organization has connected at Stripe; null where whoever pays names one. */
export async function accountOnFile(
  ctx: Pick<SystemCtx, 'tx' | 'platform'>,
  organization: string,
): Promise<KnownAccount | null> {
  const stripe = await connectionAtStripe(ctx, organization)
  if (!stripe) return null
  if (!stripe.connected) throw new AppError('bank_account_needed')
  return stripe.connected
}
