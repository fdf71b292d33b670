export type Side = 'client' | 'vendor'

const key = 'semblance.side'

/** The dashboard whose navigation the shared pages show. */
export function rememberSide(side: Side): void {
  try {
    localStorage.setItem(key, side)
  } catch {
    // Blocked storage: the organization's own side is shown instead.
  }
}

export function lastSide(): Side | null {
  try {
    const side = localStorage.getItem(key)
    return side === 'client' || side === 'vendor' ? side : null
  } catch {
    return null
  }
}
