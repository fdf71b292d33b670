/** What the client receives. */
import { z } from 'zod'
import { contractStatuses } from './contracts.ts'
import { cents } from './money.ts'
import { gateItem, publishedReport } from './reports.ts'

export const deliveryFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})

export type DeliveryFile = z.infer<typeof deliveryFile>

/** Beside CSV, which every table comes in. */
export const otherFormats = ['json', 'xlsx', 'parquet'] as const
export type OtherFormat = (typeof otherFormats)[number]

/** Rows below the header that a worksheet can have. */
export const MAX_SHEET_ROWS = 1_048_575

/** `by` is null once whoever it was has left. */
export const fetchedFile = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.number(),
  by: z.string().nullable(),
  at: z.date(),
})
export type FetchedFile = z.infer<typeof fetchedFile>

/** The download page: what was delivered, how good it is, and the money that waits for it. */
export const dataset = z.object({
  dprId: z.string(),
  contractId: z.string(),
  contractStatus: z.enum(contractStatuses),
  title: z.string(),
  vendorName: z.string(),
  deliveredAt: z.date(),
  files: z.array(deliveryFile),
  /** Of the main table, the one with the most rows. */
  report: publishedReport,
  /** Of the further tables. */
  otherReports: z.array(z.object({ name: z.string(), report: publishedReport })),
  /** What was agreed and met; null for deliveries of samples. */
  gate: z.array(gateItem).nullable(),
  /** True while another delivery is to take its place. */
  isSuperseded: z.boolean(),
  /** When silence accepts it; null while no clock runs. */
  reviewEndsAt: z.date().nullable(),
  changeRequestsLeft: z.number().int(),
  /** Deliveries that came before it, newest first, each with what the client asked to be changed. */
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
  heldCents: cents,
  releasedCents: cents,
})
export type Dataset = z.infer<typeof dataset>
