import { dataFormatLabels, privacyLevelLabels, type SentOffer } from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'

export const sentCsv: readonly CsvColumn<SentOffer>[] = [
  ['Offer', (offer) => offer.id],
  ['Request', (offer) => offer.dprId],
  ['Title', (offer) => offer.dprTitle],
  ['Client', (offer) => offer.clientName],
  ['Price (USD)', (offer) => plainUsd(offer.priceCents)],
  ['Timeline (days)', (offer) => offer.timelineDays],
  ['Data formats', (offer) => offer.dataFormats.map((key) => dataFormatLabels[key]).join(', ')],
  ['Sample records', (offer) => offer.sampleRecords],
  ['Minimum accuracy (%)', (offer) => offer.minAccuracyPercent],
  ['Privacy level', (offer) => privacyLevelLabels[offer.privacyLevel]],
  ['Status', (offer) => titleCase(offer.rejectedAs ?? offer.status)],
  ['Reason', (offer) => offer.rejectReason],
  ['Messages', (offer) => offer.messagesCount],
  ['Contract', (offer) => offer.contractId],
  ['Sent', (offer) => offer.createdAt],
]
