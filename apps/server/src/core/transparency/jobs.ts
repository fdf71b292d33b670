import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { watchWitnesses } from '../../platform/transparency/cosign.ts'
import { watchStaged } from '../../platform/transparency/watch.ts'
import { notify } from '../notifications/service.ts'
import { alertOfWitness, checkLog, integrateLeaves } from './service.ts'

export const logSchedule: Schedule = [
  { task: 'transparency.integrate', match: '* * * * *' },
  { task: 'transparency.check', match: '41 3 * * *' },
]

/** Has this server take leaves into the tree within seconds; the job of every minute does it, too. */
export const watchLeaves = (platform: Platform) =>
  watchStaged(platform, () => integrateLeaves(platform))

/** Has this server ask the witnesses of the log, if there are any. */
export const askWitnesses = (platform: Platform) =>
  watchWitnesses(
    { ...platform, onWitness: alertOfWitness(platform) },
    platform.config.witnesses.list,
  )

export function logJobs(platform: Platform): Jobs {
  return {
    'transparency.integrate': async () => {
      const state = await integrateLeaves(platform)
      if (state === 'missing')
        platform.log.warn(
          'KEY_DIR holds no checkpoint of the transparency log: this server signs nothing',
        )
    },
    'transparency.check': () => compare(platform),
  }
}

/** Notifies staff of where the log and the rows differ. */
async function compare(platform: Platform): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const now = new Date()
    const { violations } = await checkLog({ tx, now, platform })
    const [first] = violations
    if (!first) return
    await notify(
      { tx, platform },
      {
        audience: 'staff',
        type: 'system',
        title: 'The transparency log and the data differ',
        message: `${violations.length === 1 ? 'One place was' : `${violations.length} places were`} found, such as ${first}. Stop payouts and look into them.`,
        path: '/admin/audit-log',
        mail: true,
      },
    )
  })
}
