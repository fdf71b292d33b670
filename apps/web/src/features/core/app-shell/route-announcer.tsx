import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** A page has its heading once what it shows is here. */
const HEADING_LIMIT_MS = 10_000
/** Waits in ms until a closing element has returned the focus. */
const SETTLE_MS = 120

/** Moves the focus to a new page's heading, and announces its title to screen readers. */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const before = useRef({ pathname, search })
  const [said, setSaid] = useState('')
  useEffect(() => {
    const { current } = before
    before.current = { pathname, search }
    if (current.pathname !== pathname) return arrive(setSaid)
    if (current.search === search) return
    // Within a page the focus stays, unless what had it is gone.
    const timer = setTimeout(() => hasNoFocus() && focusHeading(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [pathname, search])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

/** Waits for the heading where the page is still loading, from its main part on. */
function arrive(say: (title: string) => void) {
  const isTaken = () => isTyping() || isInDialog()
  const finish = () => {
    say(pageTitle())
    stop()
  }
  const observer = new MutationObserver(() => {
    const isWaiting = hasNoFocus() || document.activeElement?.id === 'main'
    if (!isWaiting) finish()
    else if (focusHeading()) finish()
  })
  const limit = setTimeout(() => finish(), HEADING_LIMIT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(limit)
  }
  if (isTaken() || focusHeading()) finish()
  else {
    document.getElementById('main')?.focus({ preventScroll: true })
    observer.observe(document.body, { childList: true, attributeFilter: ['class'], subtree: true })
  }
  return stop
}

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

/** A page that puts the cursor into a field knows better. */
const isTyping = () => document.activeElement?.matches('main input, main textarea') ?? false

const isInDialog = () =>
  document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null

/** False too while the heading's page is not shown yet. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}

const pageTitle = () => document.title.replace(/ · Semblance$/, '')
