import { dataFormatLabels, privacyLevelLabels, type ReceivedOffer } from '@semblance/contract'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import type { Column } from '@/components/ui/data-table-column.ts'
import { plainUsd } from '@/lib/files/csv.ts'

/** Names the columns of each export of received offers, which the screen shows as cards. */
export const receivedOfferColumns: readonly Column<ReceivedOffer>[] = [
  { csvHead: 'Offer', csv: (offer) => offer.id },
  { csvHead: 'Request', csv: (offer) => offer.dprId },
  { csvHead: 'Title', csv: (offer) => offer.dprTitle },
  { csvHead: 'Vendor', csv: (offer) => offer.vendor.name },
  { csvHead: 'Rating', csv: (offer) => offer.vendor.rating },
  { csvHead: 'Completed contracts', csv: (offer) => offer.vendor.completedContracts },
  { csvHead: 'Price (USD)', csv: (offer) => plainUsd(offer.priceCents) },
  { csvHead: 'Timeline (days)', csv: (offer) => offer.timelineDays },
  {
    csvHead: 'Data formats',
    csv: (offer) => offer.dataFormats.map((key) => dataFormatLabels[key]).join(', '),
  },
  { csvHead: 'Sample records', csv: (offer) => offer.sampleRecords },
  { csvHead: 'Minimum accuracy (%)', csv: (offer) => offer.minAccuracyPercent },
  { csvHead: 'Accuracy for full price (%)', csv: (offer) => offer.targetAccuracyPercent },
  { csvHead: 'Lowest price (%)', csv: (offer) => offer.floorPricePercent },
  { csvHead: 'Privacy level', csv: (offer) => privacyLevelLabels[offer.privacyLevel] },
  { csvHead: 'More rows of a draw', csv: (offer) => offer.moreRows?.rows },
  { csvHead: 'More rows, draws', csv: (offer) => offer.moreRows?.draws },
  { csvHead: 'Status', csv: (offer) => statusLabel('offer', offer.rejectedAs ?? offer.status) },
  { csvHead: 'Reason', csv: (offer) => offer.rejectReason },
  { csvHead: 'Received', csv: (offer) => offer.createdAt },
]
