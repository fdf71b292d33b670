import type { Application } from '@semblance/contract'
import { countryName, industryName } from '@/lib/business-labels.ts'
import type { CsvColumn } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'

export const applicationCsv: readonly CsvColumn<Application>[] = [
  ['Business', (one) => one.businessName],
  ['Industry', (one) => industryName(one.industry)],
  ['Contact person', (one) => one.contactPerson],
  ['E-mail', (one) => one.businessEmail],
  ['Phone', (one) => one.contactPhone],
  ['Website', (one) => one.businessWebsite],
  ['Registration number', (one) => one.registrationNumber],
  ['Address', (one) => one.businessAddress],
  ['City', (one) => one.city],
  ['Country', (one) => countryName(one.country)],
  ['Applied', (one) => one.createdAt],
  ['Decision', (one) => titleCase(one.status)],
  ['Organization ID', (one) => one.organizationId],
  ['Reason', (one) => one.decisionReason],
  ['Decided by', (one) => one.decidedBy],
  ['Decided', (one) => one.decidedAt],
]
