/** The bank in tests: its jobs, done at once, by a clock that jumps ahead to whatever comes next. */
import { onBankOutcome } from '../src/jobs.ts'
import { listUndelivered } from '../src/modules/bank/built-in/queries.ts'
import { deliverNotice } from '../src/modules/bank/built-in/service.ts'
import type { OnOutcome, OutcomeType } from '../src/modules/bank/port.ts'
import { openBank } from '../src/modules/bank/providers.ts'
import { listUnprocessedKeys, listUnsubmitted } from '../src/modules/bank/queries.ts'
import { applyEvents, receiveEvents } from '../src/modules/bank/receive.ts'
import { type BankSide, submitInstruction } from '../src/modules/bank/submit.ts'
import type { Platform } from '../src/platform/context.ts'
import { system } from '../src/platform/db.ts'

/** `submitted`: the bank has every instruction. `settled`: it has also settled or refused them. `returned`: late returns have come, too. */
export type BankProgress = 'submitted' | 'settled' | 'returned'

const told: Record<BankProgress, readonly OutcomeType[]> = {
  submitted: [],
  settled: ['settled', 'failed'],
  returned: ['settled', 'failed', 'returned'],
}

/** An instruction that a bank's time-out held up is there at the second try. */
const TRIES = 3

/**
 * Runs the bank until nothing is left to do, whatever its delays, and with it what outcomes set in motion, such as
 * the next try of a refund. Late returns come with the rest, unless `upTo` ends before them.
 */
export async function runBank(
  { platform }: { platform: Platform },
  options: { upTo?: BankProgress; onOutcome?: OnOutcome } = {},
): Promise<void> {
  const { upTo = 'returned', onOutcome = onBankOutcome } = options
  let now = new Date()
  const clock = () => now
  const side = { platform, bank: openBank(platform, clock), onOutcome, clock }
  for (;;) {
    await receiveAll(side)
    await submitAll(side)
    const next = await nextNotice(platform, upTo)
    if (!next) return
    if (next.deliver_at > now) now = next.deliver_at
    const receive = (events: Parameters<typeof receiveEvents>[2]) =>
      receiveEvents(platform, 'built_in', events, now)
    await deliverNotice(platform, next, receive, now)
  }
}

async function nextNotice({ db }: Platform, upTo: BankProgress) {
  if (told[upTo].length === 0) return null
  const notices = await db.transaction(system, (tx) => listUndelivered(tx, told[upTo]))
  // What has settled comes back before anything else happens, so that the order is always the same.
  const unsettled = new Set(notices.filter(({ type }) => type === 'settled').map(({ key }) => key))
  const isRipe = ({ type, key }: (typeof notices)[number]) =>
    type === 'returned' && !unsettled.has(key)
  return notices.find(isRipe) ?? notices[0] ?? null
}

async function submitAll(side: BankSide): Promise<void> {
  const { db } = side.platform
  const ever = new Date(8.64e15)
  for (let round = 1; ; round++) {
    const keys = await db.transaction(system, (tx) => listUnsubmitted(tx, ever))
    if (keys.length === 0) return
    for (const key of keys)
      await submitInstruction(side, key).catch((error) => {
        if (round >= TRIES) throw error
      })
  }
}

async function receiveAll(side: BankSide): Promise<void> {
  const { db } = side.platform
  for (const key of await db.transaction(system, listUnprocessedKeys)) await applyEvents(side, key)
}
