/**
 * Stores the last user's reader roles in this browser; they determine the early queries, never the
 * shown content.
 */

/**
 * Of one side of the market, which visitors and staff read too; of settings, as every member; of the organization's
 * own affairs; of the staff's desk.
 */
export type Reader = 'client' | 'vendor' | 'member' | 'administrator' | 'staff'

const key = 'semblance.reader'

/** Of the sample marketplace, both sides. */
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
