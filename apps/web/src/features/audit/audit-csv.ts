import type { AuditRow } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'

export const auditCsv: readonly CsvColumn<AuditRow>[] = [
  ['Number', (row) => row.seq],
  ['When', (row) => row.at],
  ['By', (row) => row.actorName ?? 'The platform'],
  ['E-mail', (row) => row.actorEmail],
  ['Action', (row) => row.action],
  ['Object', (row) => row.object],
  ['Detail', (row) => JSON.stringify(row.detail)],
  ['Link', (row) => row.position],
  ['Hash', (row) => row.hash],
]
