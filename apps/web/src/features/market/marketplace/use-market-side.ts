import { type Side, sides } from '@semblance/contract'
import { lastSide } from '@/lib/session/last-side.ts'
import { useAuth } from '@/lib/session/session.tsx'

/**
 * Returns the side that reads the market: the only one of a member with one, that of the last
 * dashboard for members with both, the vendor's for visitors and staff.
 */
export function useMarketSide(): Side {
  const { roles } = useAuth()
  const own = sides.filter((side) => roles.includes(side))
  return own.length > 1 ? (lastSide() ?? 'vendor') : (own[0] ?? 'vendor')
}
