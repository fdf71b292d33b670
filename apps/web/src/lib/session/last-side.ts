/** The side of the market that this tab was last on; a new tab begins where the last one was. */
import { type Role, type Side, sides } from '@semblance/contract'

const key = 'semblance.side'

let sideOfTab: Side | null = null

/** The dashboard whose navigation the shared pages show. */
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

/** A member of one side has nothing on the other, whichever side's page it is on. */
export function ownSide(roles: readonly Role[], sideOfPage: Side): Side {
  const own = sides.filter((side) => roles.includes(side))
  return own.length === 1 && own[0] ? own[0] : sideOfPage
}
