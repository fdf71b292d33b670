import { categories, dataFormatLabels, type MarketDpr } from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'

const formatLabel = (key: string) => (dataFormatLabels as Record<string, string>)[key] ?? key

export const marketCsv: readonly CsvColumn<MarketDpr>[] = [
  ['ID', (dpr) => dpr.id],
  ['Request', (dpr) => dpr.title],
  ['Client', (dpr) => dpr.clientName],
  ['Category', (dpr) => categories[dpr.category]],
  ['Description', (dpr) => dpr.description],
  ['Budget from (USD)', (dpr) => plainUsd(dpr.budgetMinCents)],
  ['Budget to (USD)', (dpr) => plainUsd(dpr.budgetMaxCents)],
  ['Timeline (days)', (dpr) => dpr.timelineDays],
  ['Delivery format', (dpr) => formatLabel(dpr.deliveryFormat)],
  ['Offers', (dpr) => dpr.offersCount],
  ['Posted', (dpr) => dpr.createdAt],
  ['Closes', (dpr) => dpr.closesAt],
]
