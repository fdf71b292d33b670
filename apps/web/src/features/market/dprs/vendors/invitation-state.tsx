import type { DprInvitation } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'

export const useInvitations = (dprId: string) =>
  useInfiniteQuery(
    orpc.dprs.invitations.infiniteOptions({
      input: (cursor: string | undefined) => ({ dprId, cursor, limit: 50 }),
      ...byCursor,
    }),
  )

export function InvitationState({ state }: Pick<DprInvitation, 'state'>) {
  return <StatusBadge domain="invitation" status={state} />
}
