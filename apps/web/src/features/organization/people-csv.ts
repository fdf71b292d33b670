import type { EmployeeRequest, Invitation, Member } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'

export const memberCsv: readonly CsvColumn<Member>[] = [
  ['Name', (member) => member.name],
  ['E-mail', (member) => member.email],
  ['Role', (member) => member.role],
  ['Administrator', (member) => (member.isAdmin ? 'Yes' : 'No')],
  ['Joined', (member) => member.joinedAt],
  ['Status', (member) => titleCase(member.status)],
]

export const requestCsv: readonly CsvColumn<EmployeeRequest>[] = [
  ['Name', (request) => request.name],
  ['E-mail', (request) => request.email],
  ['Role', (request) => request.role],
  ['Requested', (request) => request.requestedAt],
]

export const invitationCsv: readonly CsvColumn<Invitation>[] = [
  ['E-mail', (invitation) => invitation.email],
  ['Invited by', (invitation) => invitation.invitedBy],
  ['Invited', (invitation) => invitation.invitedAt],
  ['Open until', (invitation) => invitation.expiresAt],
]
