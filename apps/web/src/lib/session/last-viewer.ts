/**
 * Stores the last user's reader roles in this browser; they determine the early queries, never the
 * shown content.
 */

/**
 * Defines the data that a user may read: of a side of the market (also for visitors and staff), of
 * the settings (all members), of the organization's administration, of the staff's pages.
 */
export type Reader = 'client' | 'vendor' | 'member' | 'administrator' | 'staff'

const key = 'semblance.reader'

/** Lists a visitor's roles: both sides of the sample marketplace. */
export const visitor: readonly Reader[] = ['client', 'vendor']

export function rememberViewer(readers: readonly Reader[]): void {
  try {
    localStorage.setItem(key, readers.join())
  } catch {
    // Blocked storage: all users count as visitors.
  }
}

export function wasLastViewer(reader: Reader): boolean {
  try {
    return (localStorage.getItem(key)?.split(',') ?? visitor).includes(reader)
  } catch {
    return visitor.includes(reader)
  }
}
