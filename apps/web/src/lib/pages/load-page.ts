/** The code of a page, which a new version of the application may have replaced. */
import { waitUntilOnline } from '../api/api-fetch.ts'

/** Each browser's words for a module that did not arrive, and Vite's for its styles. */
const notArrived = /dynamically imported module|importing a module script|unable to preload/i

/**
 * Loads a page's code. Without a connection, waits until the server answers and loads it again; the
 * previous page stays.
 */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load()
  } catch (error) {
    if (!isNotArrived(error)) throw error
    await waitUntilOnline()
    return await load()
  }
}

/**
 * Returns true if the server answers but the file is missing, because this tab runs an older
 * version.
 */
export const isNotArrived = (error: unknown) =>
  error instanceof Error && notArrived.test(error.message)

const key = 'semblance.reloaded'
/** A second failure so soon after is no matter of versions. */
const ONCE_PER_MS = 60_000

/** Loads the newest version, unless that has just been tried. */
export function reloadOnce(): boolean {
  try {
    const triedAt = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - triedAt < ONCE_PER_MS) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false // Nothing would stop a second time.
  }
  location.reload()
  return true
}
