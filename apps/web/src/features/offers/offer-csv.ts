import {
  dataFormatLabels,
  type OfferedRequest,
  privacyLevelLabels,
  type ReceivedOffer,
} from '@semblance/contract'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'

export const receivedCsv: readonly CsvColumn<ReceivedOffer>[] = [
  ['Offer', (offer) => offer.id],
  ['Request', (offer) => offer.dprId],
  ['Title', (offer) => offer.dprTitle],
  ['Vendor', (offer) => offer.vendor.name],
  ['Rating', (offer) => offer.vendor.rating],
  ['Completed contracts', (offer) => offer.vendor.completedContracts],
  ['Price (USD)', (offer) => plainUsd(offer.priceCents)],
  ['Timeline (days)', (offer) => offer.timelineDays],
  ['Data formats', (offer) => offer.dataFormats.map((key) => dataFormatLabels[key]).join(', ')],
  ['Sample records', (offer) => offer.sampleRecords],
  ['Minimum accuracy (%)', (offer) => offer.minAccuracyPercent],
  ['Privacy level', (offer) => privacyLevelLabels[offer.privacyLevel]],
  ['Status', (offer) => titleCase(offer.rejectedAs ?? offer.status)],
  ['Reason', (offer) => offer.rejectReason],
  ['Received', (offer) => offer.createdAt],
]

export const requestCsv: readonly CsvColumn<OfferedRequest>[] = [
  ['Request', (request) => request.dprId],
  ['Title', (request) => request.title],
  ['Chosen vendor', (request) => request.chosen?.vendorName],
  ['Price (USD)', (request) => request.chosen && plainUsd(request.chosen.priceCents)],
]
