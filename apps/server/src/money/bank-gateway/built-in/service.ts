/**
 * Simulates a bank for samples, tests and trials. It behaves like the ACH network and, apart from
 * the shared database server, like a foreign system: it knows only the instructions it received,
 * has its own books, and notifies the platform by events.
 */
import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { system, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { enqueue, type Jobs } from '../../../platform/process/jobs.ts'
import { type Bank, type BankEvent, BankRefusal, type Instruction } from '../port.ts'
import {
  findTransfer,
  findUndelivered,
  insertNotices,
  insertTransfer,
  listBookings,
  markDelivered,
  type NoticeRow,
  type TransferRow,
} from './queries.ts'
import { planSettlement, type SettlementPlan } from './settlement-plan.ts'
import { scenarioForAccount } from './test-accounts.ts'

export function openBuiltInBank({ db, config }: Platform, clock: () => Date): Bank {
  return {
    name: 'built_in',
    submit: async (instruction) => {
      const taken = await db.transaction(system, (tx) =>
        takeTransfer(tx, instruction, config, clock()),
      )
      if (taken.isNew && scenarioForAccount(taken.account_ending).timesOut)
        throw new Error('The built-in bank does not answer in time.')
      return { ref: taken.ref }
    },
    find: async (key) => {
      const transfer = await db.transaction(system, (tx) => findTransfer(tx, { key }))
      return transfer ? { ref: transfer.ref } : null
    },
    statement: async (day) => {
      const bookings = await db.transaction(system, (tx) => listBookings(tx, day))
      return bookings.map(({ ref, key, kind, type, amount_cents }) => ({
        ref,
        key,
        type,
        amountCents: (kind === 'debit') === (type === 'settled') ? amount_cents : -amount_cents,
      }))
    },
  }
}

/** Accepts a transfer once per key, and decides at once what becomes of it. */
export async function takeTransfer(
  tx: Tx,
  instruction: Instruction,
  config: Config,
  now: Date,
): Promise<TransferRow & { isNew: boolean }> {
  const { key, kind } = instruction
  const known = await findTransfer(tx, { key })
  if (known) return { ...sameTransfer(known, instruction), isNew: false }
  const ending = await accountEnding(tx, instruction)
  const story = scenarioForAccount(ending)
  const failure = kind === 'debit' ? story.debit : story.credit
  if (failure?.when === 'at_once') throw new BankRefusal(failure.code)
  const course = planSettlement(config, { key, kind, acceptedAt: now }, story)
  const row = await insertTransfer(tx, {
    key,
    kind,
    amount_cents: instruction.amountCents,
    account_ending: ending,
    description: instruction.description,
    accepted_at: now,
    settles_at: course.settlesAt,
    returns_at: course.returnsAt,
  })
  if (!row)
    return { ...sameTransfer((await findTransfer(tx, { key }))!, instruction), isNew: false }
  await planNotices(tx, row.ref, course)
  return { ...row, isNew: true }
}

function sameTransfer(known: TransferRow, { kind, amountCents }: Instruction): TransferRow {
  if (known.kind === kind && known.amount_cents === amountCents) return known
  throw new Error(`The built-in bank has another transfer under ${known.key}.`)
}

/** A refund goes back to where the debit came from. */
async function accountEnding(tx: Tx, { account, refundOf }: Instruction): Promise<string> {
  if (account) return account.accountNumber.replace(/\D/g, '').slice(-4)
  const debit = refundOf && (await findTransfer(tx, { ref: refundOf.ref }))
  if (!debit) throw new Error('The built-in bank knows no account for this transfer.')
  return debit.account_ending
}

async function planNotices(tx: Tx, ref: string, { notices }: SettlementPlan): Promise<void> {
  const rows = await insertNotices(
    tx,
    notices.map(({ eventId, type, code, occurredAt, deliverAt }) => ({
      event_id: eventId,
      ref,
      type,
      code,
      occurred_at: occurredAt,
      deliver_at: deliverAt,
    })),
  )
  for (const { id, deliver_at } of rows) await enqueueNotice(tx, id, deliver_at)
}

const enqueueNotice = (tx: Tx, id: bigint, runAt: Date) =>
  enqueue(tx, 'built_in_bank.notify', { notice: String(id) }, { runAt })

/** Receives the bank's events, like a web hook of a foreign bank. */
export type Receive = (events: BankEvent[]) => Promise<void>

/** Delivers a notice at least once: a crash in between repeats it. */
export async function deliverNotice(
  { db }: Pick<Platform, 'db'>,
  notice: NoticeRow,
  receive: Receive,
  now: Date,
): Promise<void> {
  const { event_id, key, type, code, occurred_at } = notice
  await receive([{ eventId: event_id, key, type, code, occurredAt: occurred_at }])
  await db.transaction(system, (tx) => markDelivered(tx, notice.id, now))
}

const noticePayload = z.object({ notice: z.coerce.bigint() })

export function builtInBankJobs({ db }: Platform, clock: () => Date, receive: Receive): Jobs {
  return {
    'built_in_bank.notify': async (payload) => {
      const { notice: id } = noticePayload.parse(payload)
      const now = clock()
      const notice = await db.transaction(system, async (tx) => {
        const found = await findUndelivered(tx, id)
        if (found && found.deliver_at > now) await enqueueNotice(tx, id, found.deliver_at)
        return found
      })
      if (notice && notice.deliver_at <= now) await deliverNotice({ db }, notice, receive, now)
    },
  }
}
