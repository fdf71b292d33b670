/** Queries about sources that several features ask. */
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'

/** Names the query of the vendor's sources, newest first. */
export const sourcesQuery = orpc.sources.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
  ...byCursor,
})

/** Names the query of the source that a contract or an offer was last measured from. */
export const sourceOfDealQuery = (deal: string) =>
  orpc.sources.ofDeal.queryOptions({ input: { deal } })

/** Names the query of one source and its account. */
export const sourceQuery = (id: string) => orpc.sources.get.queryOptions({ input: { id } })
