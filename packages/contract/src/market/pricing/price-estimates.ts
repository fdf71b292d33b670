/** Describes realistic prices and days of a request, from contracts like it. */
import { z } from 'zod'
import { cents } from '../../core/money.ts'
import { type Category, categories } from '../dprs.ts'
import { privacyLevels } from '../terms.ts'

/** Describes a request as far as it decides which contracts are like it. */
export const priceQuestion = z.object({
  category: z.enum(Object.keys(categories) as [Category, ...Category[]]),
  privacyLevel: z.enum(privacyLevels),
  /** The columns of its data contract; missing without one. */
  columns: z.number().int().min(1).max(100_000).optional(),
  /** The records that it asks for at least. */
  records: z.number().int().min(1).max(1_000_000_000).optional(),
})
export type PriceQuestion = z.infer<typeof priceQuestion>

/**
 * Names what the contracts have in common with the request: everything; category and privacy level;
 * the category; nothing but the market.
 */
export const priceBases = ['like', 'level', 'category', 'market'] as const

export const priceEstimate = z.object({
  basis: z.enum(priceBases),
  contracts: z.number().int(),
  vendors: z.number().int(),
  /** Means of the lower and the upper half of agreed prices, rounded outward to a twentieth or more. */
  lowCents: cents,
  highCents: cents,
  /** Means of the lower and the upper half of days from payment to delivery, rounded outward. */
  lowDays: z.number().int(),
  highDays: z.number().int(),
  /** The same of days from request to first offer; null where not computed yet. */
  lowAnswerDays: z.number().int().nullable(),
  highAnswerDays: z.number().int().nullable(),
  /** The month of the first of these contracts. */
  since: z.date(),
})
export type PriceEstimate = z.infer<typeof priceEstimate>
