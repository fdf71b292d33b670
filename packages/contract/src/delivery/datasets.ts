/** Describes deliveries as the client receives them. */
import { z } from 'zod'
import { type FormatId, formatIds, formatLabels } from '../core/file-formats.ts'
import { cents } from '../core/money.ts'
import { contractStatuses } from '../market/contracts.ts'
import { duePrice } from '../market/pricing/accuracy-price.ts'
import { gateItem, publishedReport } from './reports.ts'
import { drawnAccount } from './sources.ts'

export const deliveryFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})

export type DeliveryFile = z.infer<typeof deliveryFile>

/** Returns the name of a table's file, as the engine writes it. */
export const twinFileName = (table: string): string => `${table}_synthetic.csv`

/** Lists the export formats in addition to CSV, which is available for every table. */
export const exportFormats = formatIds('export')
export type OtherFormat = FormatId<'export'>
export const exportFormatLabels = formatLabels('export')

/** Limits the rows below the header of a worksheet. */
export const MAX_SHEET_ROWS = 1_048_575

/** Describes one download of a file. `by` is null once the user has left. */
export const fetchedFile = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.number(),
  by: z.string().nullable(),
  at: z.date(),
})
export type FetchedFile = z.infer<typeof fetchedFile>

/** Describes the download page: the delivered files, their quality, and the money in escrow. */
export const dataset = z.object({
  dprId: z.string(),
  contractId: z.string(),
  contractStatus: z.enum(contractStatuses),
  title: z.string(),
  vendorName: z.string(),
  deliveredAt: z.date(),
  files: z.array(deliveryFile),
  /** Holds the report of the main table, the one with the most rows. */
  report: publishedReport,
  /** True where the vendor measured on its own premises: what compares with the original is its statement. */
  isMeasuredByVendor: z.boolean(),
  /** True where it was read through a connection of the vendor's: Semblance did not store the original. */
  isConnected: z.boolean(),
  /** Holds the reports of the other tables. */
  otherReports: z.array(z.object({ name: z.string(), report: publishedReport })),
  /** States what the delivery adds to the account of its source; null for deliveries of earlier releases. */
  account: drawnAccount.nullable(),
  /** The agreed terms and the delivered figures; null for deliveries of samples. */
  gate: z.array(gateItem).nullable(),
  /** True while another delivery is to take its place. */
  isSuperseded: z.boolean(),
  /** Holds the time of automatic acceptance; null while no review runs. */
  reviewEndsAt: z.date().nullable(),
  changeRequestsLeft: z.number().int(),
  /** Earlier deliveries, newest first, each with the changes that the client requested. */
  earlier: z.array(
    z.object({
      id: z.uuid(),
      deliveredAt: z.date(),
      qualityScore: z.number(),
      changesAsked: z.string().nullable(),
      files: z.array(deliveryFile),
    }),
  ),
  priceCents: cents,
  /** Holds the price of the latest delivery at its accuracy; null for a fixed price. */
  duePrice: duePrice.nullable(),
  heldCents: cents,
  releasedCents: cents,
  /** Sums the part of the price that went back to the client. */
  refundedCents: cents,
  /** The part of the fee that goes back with an acceptance now, as the price is lower than what is held. */
  feeBackCents: cents,
  /** The time of acceptance; null before it. */
  acceptedAt: z.date().nullable(),
})
export type Dataset = z.infer<typeof dataset>
