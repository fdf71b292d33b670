/** Estimates of the accuracy of a delivery, from what is known before anything is measured. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { isNumeric, isTemporal } from '../data-contract-columns.ts'
import type { DataContract } from '../data-contracts.ts'
import { LEAST_ACCURACY, type PrivacyLevel, privacyLevels } from '../terms.ts'
import { priceEstimate, priceQuestion } from './price-estimates.ts'

/** Describes a table by what decides how much its twin suffers from noise. */
export const estimatedTable = z
  .object({
    rows: z.number().int().min(1).max(1_000_000_000),
    columns: z.number().int().min(2).max(1000),
    /** Counts those of numbers, dates and times. */
    orderedColumns: z.number().int().min(0).max(1000),
    privacyLevel: z.enum(privacyLevels),
  })
  .refine(({ columns, orderedColumns }) => orderedColumns <= columns, {
    path: ['orderedColumns'],
    message: 'No more than there are columns',
  })
export type EstimatedTable = z.infer<typeof estimatedTable>

/** Holds an estimate in percent and points. */
export const accuracyEstimate = z.object({
  accuracyPercent: z.number(),
  /** The points by which nine of ten tables are off at most. */
  errorPoints: z.number(),
  /** Half of the 95 % confidence interval of the accuracy as it will be published. */
  noisePoints: z.number(),
  /** The estimate less its error in whole percent; null where that is less than can be agreed. */
  minAccuracyPercent: z.number().int().min(LEAST_ACCURACY).max(100).nullable(),
})
export type AccuracyEstimate = z.infer<typeof accuracyEstimate>

/**
 * Returns the table that a request describes; null if it leaves open the rows or the columns, or
 * asks for several tables, whose rows it does not state one by one.
 */
export function estimatedTableOf(request: {
  minRecords: number | null
  dataContract: DataContract | null
  privacyLevel: PrivacyLevel
}): EstimatedTable | null {
  const { minRecords, dataContract, privacyLevel } = request
  const [table, ...others] = dataContract?.schema ?? []
  if (!table || others.length > 0) return null
  const ordered = table.properties.filter(
    ({ logicalType }) => isNumeric(logicalType) || isTemporal(logicalType),
  )
  const described = {
    rows: minRecords,
    columns: table.properties.length,
    orderedColumns: ordered.length,
    privacyLevel,
  }
  return estimatedTable.safeParse(described).data ?? null
}

export const estimates = {
  accuracy: oc
    .route({
      method: 'GET',
      path: '/accuracy-estimate',
      summary: 'The accuracy to expect of a table, and the minimum to agree on',
    })
    .input(estimatedTable)
    .output(accuracyEstimate),
  price: oc
    .route({
      method: 'GET',
      path: '/price-estimate',
      summary: 'Lower and upper prices and days of contracts like a request; null for too few',
    })
    .input(priceQuestion)
    .output(priceEstimate.nullable()),
}
