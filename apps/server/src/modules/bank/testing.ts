/** Instructions of tests, and a record of what came of them. */
import { randomUUID } from 'node:crypto'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import type { InstructionKind, OnOutcome } from './port.ts'
import { openBank } from './providers.ts'
import { findInstruction } from './queries.ts'
import { instruct } from './service.ts'
import type { BankSide } from './submit.ts'

export const accountEnding = (ending: string) => ({
  holder: 'Halden Retail Group',
  accountNumber: `00012345${ending}`,
  routingNumber: '021000021',
  bankName: 'First Bank',
  accountType: 'checking' as const,
})

/** Tells the bank to move money of an account with these last digits; returns the key. */
export async function give(
  platform: Platform,
  organization: string,
  input: {
    ending?: string
    kind?: InstructionKind
    refundOf?: string
    amountCents?: bigint
    now?: Date
  } = {},
): Promise<string> {
  const { ending = '6789', kind = 'debit', refundOf, amountCents = 18_962_50n } = input
  const key = `${kind === 'debit' ? 'payment' : 'payout'}:${randomUUID()}`
  await platform.db.transaction(system, (tx) =>
    instruct(
      { tx, now: input.now ?? new Date(), platform },
      {
        key,
        kind,
        organization,
        amountCents,
        refundOf,
        account: refundOf ? undefined : accountEnding(ending),
        description: 'Escrow CTR-2001',
      },
    ),
  )
  return key
}

/** Keeps what is told of each key, in order: `settled`, `failed R01`. */
export function recordOutcomes() {
  const told = new Map<string, string[]>()
  const onOutcome: OnOutcome = async (_ctx, { key, outcome, code }) => {
    told.set(key, [...(told.get(key) ?? []), code ? `${outcome} ${code}` : outcome])
  }
  return { onOutcome, of: (key: string) => told.get(key) ?? [] }
}

export const row = (platform: Platform, key: string) =>
  platform.db.transaction(system, (tx) => findInstruction(tx, key))

/** The jobs' side of the bank, by a clock that stands still. */
export function sideAt(platform: Platform, onOutcome: OnOutcome, now = new Date()): BankSide {
  const clock = () => now
  return { platform, bank: openBank(platform, clock), onOutcome, clock }
}
