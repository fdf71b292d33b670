import type { Side } from '@semblance/contract'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'

export const subscriptionsQuery = (side: Side) =>
  orpc.subscriptions.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ side, cursor }),
    ...byCursor,
  })

export const subscriptionQuery = (subscriptionId: string) =>
  orpc.subscriptions.get.queryOptions({ input: { subscriptionId } })

export const revisionsQuery = (subscriptionId: string) =>
  orpc.subscriptions.revisions.infiniteOptions({
    input: (cursor: string | undefined) => ({ subscriptionId, cursor }),
    ...byCursor,
  })
