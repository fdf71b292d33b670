import { categories, type DprDraft, dprStatusLabels, type OwnDpr } from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'

export const dprListCsv: readonly CsvColumn<OwnDpr>[] = [
  ['ID', (dpr) => dpr.id],
  ['Request', (dpr) => dpr.title],
  ['Category', (dpr) => categories[dpr.category]],
  ['Status', (dpr) => dprStatusLabels[dpr.status]],
  ['Offers', (dpr) => dpr.offersCount],
  ['Budget from (USD)', (dpr) => plainUsd(dpr.budgetMinCents)],
  ['Budget to (USD)', (dpr) => plainUsd(dpr.budgetMaxCents)],
  ['Timeline (days)', (dpr) => dpr.timelineDays],
  ['Created', (dpr) => dpr.createdAt],
  ['Closes', (dpr) => dpr.closesAt],
  ['Closed', (dpr) => dpr.closedAt],
]

export const draftCsv: readonly CsvColumn<DprDraft>[] = [
  ['Request', (draft) => draft.title],
  ['Last changed', (draft) => draft.updatedAt],
]
