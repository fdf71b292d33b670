/** The use of what a vendor sells. */
import { z } from 'zod'

/** Names what is recorded once per organization and day. */
export const recordedUsages = ['listing', 'sample', 'preview'] as const
export type RecordedUsage = (typeof recordedUsages)[number]

/** Names everything that is counted; views of offers count people and days, downloads count files. */
export const dataUses = [...recordedUsages, 'offer', 'download'] as const
export type DataUse = (typeof dataUses)[number]

/** Limits the months of use that are shown, the present one included. */
export const USAGE_MONTHS = 12

export const usageMonth = z.object({
  /** The first day of the month in UTC. */
  startsOn: z.iso.date(),
  counts: z.record(z.enum(dataUses), z.number().int()),
})
export type UsageMonth = z.infer<typeof usageMonth>

export const listingUsage = z.object({
  listingId: z.string(),
  title: z.string(),
  /** Counts organizations and days. */
  views: z.number().int(),
  viewers: z.number().int(),
  purchases: z.number().int(),
})
export type ListingUsage = z.infer<typeof listingUsage>
