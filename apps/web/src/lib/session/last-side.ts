/** The side of the market that this tab was last on; a new tab begins where the last one was. */
import { type Role, type Side, sides } from '@semblance/contract'

const key = 'semblance.side'

let sideOfTab: Side | null = null

/** Remembers the dashboard whose navigation the shared pages show. */
export function rememberSide(side: Side): void {
  sideOfTab = side
  try {
    localStorage.setItem(key, side)
  } catch {
    // Blocked storage: only this tab remembers.
  }
}

export function lastSide(): Side | null {
  if (sideOfTab) return sideOfTab
  try {
    const side = localStorage.getItem(key)
    return side === 'client' || side === 'vendor' ? side : null
  } catch {
    return null
  }
}

/** Returns the only side of a member with one, otherwise the page's. */
export function ownSide(roles: readonly Role[], sideOfPage: Side): Side {
  const own = sides.filter((side) => roles.includes(side))
  return own.length === 1 && own[0] ? own[0] : sideOfPage
}
