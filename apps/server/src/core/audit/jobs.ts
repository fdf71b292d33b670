import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { chainAudit, findHead } from './chain.ts'

export const auditSchedule: Schedule = [
  { task: 'audit.chain', match: '* * * * *' },
  { task: 'audit.publish', match: '11 0 * * *' },
]

export function auditJobs({ db, log }: Pick<Platform, 'db' | 'log'>): Jobs {
  return {
    'audit.chain': async () => void (await db.transaction(system, chainAudit)),
    // The head in a log that the database's owner does not keep: rewriting the past would show.
    'audit.publish': async () => {
      const { position, hash } = await db.transaction(system, findHead)
      log.info({ position: String(position), hash }, 'head of the audit chain')
    },
  }
}
