/** Queries about connections that several features ask. */
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'

/** Names the query of the vendor's connections, newest first. */
export const connectionsQuery = orpc.connections.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})
