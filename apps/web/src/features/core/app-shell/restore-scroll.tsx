/**
 * Restores the scroll position of each page of the history; a loading page is scrolled once it is
 * tall enough.
 */
import { useLayoutEffect } from 'react'
import { type Location, ScrollRestoration, useLocation, useNavigationType } from 'react-router'

const storageKey = 'semblance.places'
const LIMIT_MS = 5000

const places = readPlaces()

/** The first address of a tab has no key of its own. */
const placeOf = ({ key, pathname }: Location) => `${key} ${pathname}`

function readPlaces(): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')))
  } catch {
    return new Map()
  }
}

/**
 * Scrolls to the top of a new page, and to the previous position of a page that the user returns
 * to.
 */
export function RestoreScroll() {
  const place = placeOf(useLocation())
  const isComingBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    const wanted = isComingBack ? (places.get(place) ?? 0) : 0
    const over = new AbortController()
    const { signal } = over
    const note = () => places.set(place, window.scrollY)
    const follow = () =>
      void (signal.aborted || window.addEventListener('scroll', note, { signal, passive: true }))
    if (wanted > 0) scrollOnceTall(wanted, signal, follow)
    else follow()
    return () => over.abort()
  }, [place, isComingBack])
  return <ScrollRestoration storageKey={storageKey} getKey={placeOf} />
}

/** Given up as soon as the person scrolls, presses or types. */
function scrollOnceTall(wanted: number, left: AbortSignal, onDone: () => void) {
  const over = new AbortController()
  const finish = () => {
    if (over.signal.aborted) return
    over.abort()
    clearTimeout(limit)
    observer.disconnect()
    onDone()
  }
  const observer = new ResizeObserver(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    if (scrollHeight - clientHeight < wanted) return
    window.scrollTo(0, wanted)
    finish()
  })
  const limit = setTimeout(finish, LIMIT_MS)
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(act, finish, { signal: over.signal, passive: true })
  left.addEventListener('abort', finish, { signal: over.signal })
  observer.observe(document.body)
}
