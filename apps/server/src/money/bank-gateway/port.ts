/** Defines the interface between the platform and a bank. Amounts are US cents. */
import type { AccountKind } from '@semblance/contract'
import type { SystemCtx } from '../../platform/http/context.ts'

export type BankAccountDetails = {
  holder: string
  /** Names what identifies the account: US numbers, an IBAN, or UK numbers. */
  kind: AccountKind
  /** Holds an ISO 3166 code. */
  country: string
  /** An account number or an IBAN. */
  accountNumber: string
  /** A routing number or a sort code; empty for an IBAN. */
  routingNumber: string
  /** Null but for an IBAN. */
  bic: string | null
  bankName: string
  accountType: 'checking' | 'savings' | null
}

/** Says that an account is one of the US. */
export const usAccount = { kind: 'us', country: 'US', bic: null } as const

/** `debit` takes money in; `credit` pays it out; `refund` pays a debit back. */
export type InstructionKind = 'debit' | 'credit' | 'refund'

/**
 * Describes one transfer. The key is the platform's: under the same key a bank moves money once,
 * regardless of repeated requests.
 */
export type Instruction = {
  key: string
  kind: InstructionKind
  /** Holds the organization that pays or is paid. */
  organization: string
  amountCents: bigint
  /** Null where the bank has it already: refunds, and payouts by a provider that knows the vendor. */
  account: BankAccountDetails | null
  /** The debit that is paid back. */
  refundOf: { key: string; ref: string } | null
  description: string
}

export type BankName = 'built_in' | 'stripe'

export type Bank = {
  name: BankName
  /**
   * Submits an instruction. Throws BankRefusal if the transfer is definitely refused. After any
   * other error the outcome is unknown, and `find` returns it.
   */
  submit: (instruction: Instruction) => Promise<{ ref: string }>
  find: (key: string) => Promise<{ ref: string } | null>
  /** Lists the bookings of a day, `2026-11-21`, in UTC. */
  statement: (day: string) => Promise<StatementLine[]>
}

/** Represents a definite refusal; the code is the ACH network's, such as R13. */
export class BankRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The bank refuses: ${code}`)
    this.code = code
  }
}

/** `failed`: no money moved. `returned`: it moved, and moved back. */
export type OutcomeType = 'settled' | 'failed' | 'returned'

/** Describes one booking: positive if received, negative if sent. */
export type StatementLine = {
  ref: string
  key: string | null
  type: 'settled' | 'returned'
  amountCents: bigint
}

/** Describes an event as the bank sends it: possibly twice, late, or out of order. */
export type BankEvent = {
  eventId: string
  key: string
  type: OutcomeType
  code: string | null
  occurredAt: Date
}

export type BankOutcome = {
  key: string
  outcome: OutcomeType
  /** Holds the reason for a failure or return. */
  code: string | null
}

/** Called once per change, in its transaction, as the system. `now` is when it happened by the bank's clock, so that the books have the bank's dates. */
export type OnOutcome = (ctx: SystemCtx, outcome: BankOutcome) => Promise<void>
