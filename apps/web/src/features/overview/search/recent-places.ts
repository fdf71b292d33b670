/** Stores the user's recent places from the palette in this browser, by IDs and titles alone. */
import { type Hit, hit } from '@semblance/contract'
import { z } from 'zod'

const recentPlace = hit.pick({ kind: true, id: true, title: true, side: true, page: true })
export type RecentPlace = z.infer<typeof recentPlace>

const MAX_PLACES = 6

const keyOf = (userId: string | null) => `semblance.recent.${userId ?? 'visitor'}`

export function readRecentPlaces(userId: string | null): RecentPlace[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return z.array(recentPlace).catch([]).parse(kept)
  } catch {
    return []
  }
}

/** Adds a place to the recent ones, newest first, each once. */
export function withRecent(places: RecentPlace[], opened: Hit | RecentPlace): RecentPlace[] {
  const place = recentPlace.parse(opened)
  const others = places.filter(({ kind, id }) => kind !== place.kind || id !== place.id)
  return [place, ...others].slice(0, MAX_PLACES)
}

export function rememberPlace(userId: string | null, opened: Hit | RecentPlace): void {
  try {
    const places = withRecent(readRecentPlaces(userId), opened)
    localStorage.setItem(keyOf(userId), JSON.stringify(places))
  } catch {
    // Blocked storage: nothing is remembered.
  }
}
