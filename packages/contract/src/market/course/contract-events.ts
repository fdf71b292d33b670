/** Describes past events of a contract. */
import { z } from 'zod'

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
  at: z.date(),
})
export type ContractEvent = z.infer<typeof contractEvent>
