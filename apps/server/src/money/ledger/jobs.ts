import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { foldBalances } from './service.ts'

/** Keeps the unfolded part of the deferred balances short. */
export const ledgerSchedule: Schedule = [{ task: 'ledger.fold', match: '*/10 * * * *' }]

export function ledgerJobs({ db }: Pick<Platform, 'db'>): Jobs {
  return { 'ledger.fold': () => db.transaction(system, foldBalances) }
}
