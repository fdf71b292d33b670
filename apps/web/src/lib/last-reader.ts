/** What whoever used this browser last may read; it decides what is asked early, never what is shown. */

/**
 * Of one side of the market, which visitors and staff read too; of settings, as every member; of the organization's
 * own affairs; of the staff's desk.
 */
export type Reader = 'client' | 'vendor' | 'member' | 'administrator' | 'staff'

const key = 'semblance.reader'

/** Of the sample marketplace, both sides. */
export const visitor: readonly Reader[] = ['client', 'vendor']

export function rememberReader(readers: readonly Reader[]): void {
  try {
    localStorage.setItem(key, readers.join())
  } catch {
    // Blocked storage: everybody is taken for a visitor.
  }
}

export function wasReader(reader: Reader): boolean {
  try {
    return (localStorage.getItem(key)?.split(',') ?? visitor).includes(reader)
  } catch {
    return visitor.includes(reader)
  }
}
