import type { AdminOrganization, AdminUser } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'
import { roleNames, statusOf } from './user-columns.tsx'

export const organizationCsv: readonly CsvColumn<AdminOrganization>[] = [
  ['Organization', (one) => one.name],
  ['Organization ID', (one) => one.organizationId],
  ['E-mail', (one) => one.email],
  [
    'Approved as',
    ({ isClient, isVendor }) =>
      [isClient && 'Client', isVendor && 'Vendor'].filter(Boolean).join(' and '),
  ],
  ['People', (one) => one.membersCount],
  ['Open contracts', (one) => one.openContractsCount],
  ['Sample data', (one) => (one.isSample ? 'Yes' : 'No')],
  ['Since', (one) => one.createdAt],
  ['Status', (one) => titleCase(one.status)],
  ['Reason', (one) => one.statusReason],
  ['Changed', (one) => one.statusChangedAt],
  ['Changed by', (one) => one.statusChangedBy],
]

export const userCsv: readonly CsvColumn<AdminUser>[] = [
  ['Name', (user) => user.name],
  ['E-mail', (user) => user.email],
  ['Organization', (user) => user.organizationName],
  ['Role', (user) => user.jobTitle],
  ['Rights', (user) => user.roles.map((role) => roleNames[role]).join(', ')],
  ['Last sign-in', (user) => user.lastSignInAt],
  ['Sessions', (user) => user.sessionsCount],
  ['Since', (user) => user.createdAt],
  ['Status', (user) => titleCase(statusOf(user))],
]
