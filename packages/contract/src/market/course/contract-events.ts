/** Describes past events of a contract. */
import { z } from 'zod'
import { sides } from '../../core/sides.ts'

export const contractEventKinds = [
  'offered',
  'agreed',
  'funded',
  'terms',
  'milestone',
  'upload',
  'submitted',
  'delivered',
  'refused',
  'failed',
  'changes',
  'completed',
] as const

/** Describes a past event of a contract; `title` says the kind in words, with its object. */
export const contractEvent = z.object({
  id: z.string(),
  kind: z.enum(contractEventKinds),
  title: z.string(),
  /** Names the party that acted; null for the platform, and for what either party or time may have done. */
  by: z.enum(sides).nullable(),
  at: z.date(),
})
export type ContractEvent = z.infer<typeof contractEvent>
