/** What the platform asks of a bank, and what a bank tells the platform. Amounts are US cents. */
import type { SystemCtx } from '../../platform/context.ts'

export type BankAccountDetails = {
  holder: string
  accountNumber: string
  routingNumber: string
  bankName: string
  accountType: 'checking' | 'savings' | null
}

/** `debit` takes money in; `credit` pays it out; `refund` pays a debit back. */
export type InstructionKind = 'debit' | 'credit' | 'refund'

/** One transfer. The key is the platform's: under the same key a bank moves money once, however often it is asked. */
export type Instruction = {
  key: string
  kind: InstructionKind
  /** Whose money comes in or goes out. */
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
  /** Throws BankRefusal where nothing will come of it; after any other error nobody knows, and `find` tells. */
  submit: (instruction: Instruction) => Promise<{ ref: string }>
  find: (key: string) => Promise<{ ref: string } | null>
  /** What was booked on a day, `2026-11-21`, in UTC. */
  statement: (day: string) => Promise<StatementLine[]>
}

/** A definite no; the code is the ACH network's, such as R13. */
export class BankRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The bank refuses: ${code}`)
    this.code = code
  }
}

/** `failed`: no money moved. `returned`: it moved, and moved back. */
export type OutcomeType = 'settled' | 'failed' | 'returned'

/** One booking: what came in, or went out if negative. */
export type StatementLine = {
  ref: string
  key: string | null
  type: 'settled' | 'returned'
  amountCents: bigint
}

/** As the bank tells it: possibly twice, late, or out of order. */
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
  /** Why it failed or came back. */
  code: string | null
}

/** Called once per change, in its transaction, as the system. `now` is when it happened by the bank's clock, so that the books have the bank's dates. */
export type OnOutcome = (ctx: SystemCtx, outcome: BankOutcome) => Promise<void>
