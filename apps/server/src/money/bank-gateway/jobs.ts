import { z } from 'zod'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { builtInBankJobs } from './built-in/service.ts'
import type { OnOutcome } from './port.ts'
import { openBank } from './providers.ts'
import { listUnprocessedKeys, listUnsubmitted } from './queries.ts'
import { applyEvents, enqueueReceive, receiveEvents } from './receive.ts'
import { reconcile } from './reconcile.ts'
import { stripeJobs } from './stripe/jobs.ts'
import { enqueueSubmit, submitInstruction } from './submit.ts'

const aboutOne = z.object({ key: z.string() })

/** Sets the age beyond which a waiting instruction has used up its tries or lost its job. */
const STALLED_MS = 3_600_000

export const bankSchedule: Schedule = [
  { task: 'bank.resume', match: '37 * * * *' },
  { task: 'bank.reconcile', match: '11 6 * * *' }, // by then, the notices of the day before are in
]

export function bankJobs(platform: Platform, onOutcome: OnOutcome): Jobs {
  const clock = () => new Date()
  const side = { platform, bank: openBank(platform, clock), onOutcome, clock }
  return {
    'bank.submit': (payload) => submitInstruction(side, aboutOne.parse(payload).key),
    'bank.receive': async (payload) => {
      await applyEvents(side, aboutOne.parse(payload).key)
    },
    'bank.resume': () => resume(platform, clock()),
    'bank.reconcile': () => reconcile(side),
    ...stripeJobs(platform),
    ...builtInBankJobs(platform, clock, (events) =>
      receiveEvents(platform, 'built_in', events, clock()),
    ),
  }
}

async function resume({ db }: Platform, now: Date): Promise<void> {
  await db.transaction(system, async (tx) => {
    const stalled = await listUnsubmitted(tx, new Date(now.getTime() - STALLED_MS))
    for (const key of stalled) await enqueueSubmit(tx, key)
    for (const key of await listUnprocessedKeys(tx)) await enqueueReceive(tx, key)
  })
}
