import { auditActions } from '@semblance/contract'
import { paths } from '@/paths.ts'

/** "Job tried again"; an action that is no longer written keeps its name. */
export const actionLabel = (action: string) =>
  auditActions[action as keyof typeof auditActions] ?? action

/** Says why a row has no leaf to show: before its leaf is integrated, and for rows of before the log. */
export const leafNote = (commitment: string | null) =>
  commitment ? 'Within seconds' : 'Before the log'

const pages: Record<string, (id: string) => string> = {
  adjustment: () => `${paths.ledger}?tab=adjustments`,
  application: (id) => `${paths.applications}?id=${id}`,
  dispute: paths.adminDispute,
  job: paths.job,
  ledger: () => paths.ledger,
  mail: paths.mail,
  organization: paths.adminOrganization,
  payout: () => `${paths.ledger}?tab=payouts`,
  ticket: paths.staffTicket,
  user: (id) => `${paths.adminUsers}?q=${id}`,
}

/** Returns the staff's page of an object such as "dispute:DSP-7"; null if there is none. */
export function objectPath(object: string): string | null {
  const [kind = '', id = ''] = object.split(/:(.*)/s)
  return pages[kind]?.(encodeURIComponent(id)) ?? null
}
