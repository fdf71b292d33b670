/** Manages the inbox of the bank's events: each is stored first, then applied, one instruction at a time. */

import type { Selectable } from 'kysely'
import type { BankEvents } from '../../platform/database/database.gen.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { bankingDaysAfter } from './calendar.ts'
import type { BankEvent, BankName, OutcomeType } from './port.ts'
import {
  type InstructionRow,
  insertEvents,
  listUnprocessed,
  lockInstruction,
  markProcessed,
  moveInstruction,
} from './queries.ts'
import { instructionSteps } from './states.ts'
import type { BankSide } from './submit.ts'

type EventRow = Selectable<BankEvents>

/** Takes events in; a repetition changes nothing. Returns once they are safe. */
export async function receiveEvents(
  { db }: Pick<Platform, 'db'>,
  provider: BankName,
  events: BankEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  await db.transaction(system, async (tx) => {
    await insertEvents(tx, provider, events, now)
    for (const key of new Set(events.map((event) => event.key))) await enqueueReceive(tx, key)
  })
}

export const enqueueReceive = (tx: Tx, key: string, runAt?: Date) =>
  enqueue(tx, 'bank.receive', { key }, { jobKey: `bank.receive:${key}`, runAt })

/** Applies all stored events of one instruction. Returns true if any was applied. */
export async function applyEvents(side: BankSide, key: string): Promise<boolean> {
  return await side.platform.db.transaction(system, async (tx) => {
    const instruction = await lockInstruction(tx, key)
    const events = (await listUnprocessed(tx, key)).sort((a, b) => rank[a.type] - rank[b.type])
    let isMoved = false
    for (const event of events) {
      const isDone = await applyEvent(side, tx, instruction, event)
      if (isDone) await markProcessed(tx, event, side.clock())
      isMoved ||= isDone
    }
    return isMoved
  })
}

/** Orders outcomes by the sequence in which they must have happened. */
const rank: Record<OutcomeType, number> = { settled: 0, failed: 1, returned: 2 }

/** False where the event has to wait for an earlier one. */
async function applyEvent(
  side: BankSide,
  tx: Tx,
  instruction: InstructionRow | undefined,
  event: EventRow,
): Promise<boolean> {
  const { log } = side.platform
  if (!instruction || instruction.provider !== event.provider) {
    log.error({ event }, 'the bank tells of an instruction that nobody gave')
    return true
  }
  const step = instructionSteps[event.type][instruction.state]
  if (step === 'apply') await advance(side, tx, instruction, event)
  if (step === 'contradiction')
    log.error({ event, state: instruction.state }, 'the bank contradicts itself')
  return step !== 'wait' || (await waitOrSettle(side, tx, instruction, event))
}

/**
 * A return without a settlement: the settlement's event usually is on its way, and has the right date. After a
 * banking day it counts as lost.
 */
async function waitOrSettle(
  side: BankSide,
  tx: Tx,
  instruction: InstructionRow,
  event: EventRow,
): Promise<boolean> {
  const until = bankingDaysAfter(side.platform.config, event.received_at, 1)
  if (side.clock() < until) {
    await enqueueReceive(tx, instruction.key, until)
    return false
  }
  await advance(side, tx, instruction, { ...event, type: 'settled', code: null })
  await advance(side, tx, instruction, event)
  return true
}

/** Changes `instruction` along with its row, for the event after this one. */
async function advance(
  { platform, onOutcome }: BankSide,
  tx: Tx,
  instruction: InstructionRow,
  { type, code, occurred_at: occurredAt }: Pick<EventRow, 'type' | 'code' | 'occurred_at'>,
): Promise<void> {
  const { key, state } = instruction
  const ending =
    type === 'settled' ? { settled_at: occurredAt } : { failure_code: code, ended_at: occurredAt }
  const moved = await moveInstruction(tx, key, [state], { state: type, ...ending })
  if (!moved) throw new Error(`${key} is locked, and moved nevertheless.`)
  instruction.state = type
  await onOutcome({ tx, now: occurredAt, platform }, { key, outcome: type, code })
}
