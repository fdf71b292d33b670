/** Loads the code of a page when its link is hovered or focused, before it is pressed. */
import { matchRoutes, type RouteObject } from 'react-router'

const events = ['pointerover', 'focusin'] as const

/** Used once, for the whole document. */
export function prefetchPages(routes: RouteObject[]): void {
  const asked = new Set<RouteObject>()
  const onEvent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || !navigator.onLine) return
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      if (typeof route.lazy !== 'function' || asked.has(route)) continue
      asked.add(route)
      // Opening the page shows the error.
      route.lazy().catch(() => asked.delete(route))
    }
  }
  for (const event of events) document.addEventListener(event, onEvent, { passive: true })
}
