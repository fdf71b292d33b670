/** A page is shown once all of it is here: what waits for its first answer keeps the rest hidden, each in its place. */
import { createContext, use, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Sets the delay of a skeleton, so that a fast answer never flashes one. */
export const SKELETON_MS = 150
/** After so long what is here is shown; the rest has skeletons of its own. */
const LIMIT_MS = 2000

type Wait = () => () => void

export const PageReadyContext = createContext<Wait | null>(null)

/** Hides the page while a component that calls this with true is mounted. */
export function usePagePending(isWaiting = true): void {
  const wait = use(PageReadyContext)
  useLayoutEffect(() => (isWaiting ? wait?.() : undefined), [wait, isWaiting])
}

type Phase = 'hidden' | 'skeleton' | 'here'

/** Tracks the loading of a page for the frame around it; every new `place` starts again. */
export function usePageReady(place: string): { phase: Phase; wait: Wait } {
  // Hidden until it is known whether anything waits, which is before anything is painted.
  const [phase, setPhase] = useState<Phase>('hidden')
  const [arriving, setArriving] = useState(place)
  if (arriving !== place) {
    setArriving(place)
    setPhase('hidden')
  }
  const waits = useRef(0)
  const wait = useCallback(() => {
    waits.current += 1
    return () => {
      waits.current -= 1
      // A loaded part may wait for further data; it registers that before this microtask runs.
      queueMicrotask(() => {
        if (waits.current === 0) setPhase('here')
      })
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place begins anew
  useLayoutEffect(() => {
    if (waits.current === 0) return setPhase('here')
    const late = () => setPhase((now) => (now === 'hidden' ? 'skeleton' : now))
    const timers = [setTimeout(late, SKELETON_MS), setTimeout(() => setPhase('here'), LIMIT_MS)]
    return () => timers.forEach(clearTimeout)
  }, [arriving])
  return { phase, wait }
}
