import type { Terms } from '@semblance/contract'
import type { OfferRow } from './queries.ts'

/** Returns the terms that the parties negotiate. */
export function termsOf(row: OfferRow): Terms {
  return {
    priceCents: row.price_cents,
    timelineDays: row.timeline_days,
    dataFormats: row.data_formats,
    sampleRecords: row.sample_records,
    minAccuracyPercent: row.min_accuracy_percent,
    targetAccuracyPercent: row.target_accuracy_percent,
    floorPricePercent: row.floor_price_percent,
    privacyLevel: row.privacy_level,
    moreRows: row.more_rows,
    license: row.license,
  }
}
