import type { Side } from '@semblance/contract'
import { lastSide, ownSide } from '@/lib/session/last-side.ts'
import { type Auth, useAuth } from '@/lib/session/session-context.ts'

/** Returns the side whose conversations are listed: that of the page under the dialog. */
export const usePageSide = (): Side => ownSide(useAuth().roles, lastSide() ?? 'client')

/** Returns the side that a visitor reads the sample for; undefined for a member. */
export const participantOf = (status: Auth['status']): Side | undefined =>
  status === 'signed-out' ? (lastSide() ?? 'client') : undefined

export const useParticipant = () => participantOf(useAuth().status)
