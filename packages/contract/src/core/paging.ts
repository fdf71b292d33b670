import { z } from 'zod'

/** Requests one page by keyset: `cursor` is opaque, taken from the previous page; 1 to 100 rows. */
export const pageInput = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(100).default(20),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
