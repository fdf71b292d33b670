import { useCallback, useLayoutEffect, useRef } from 'react'

export type QueueSteps = {
  /** From 1 on; null if the opened item is not in the list, as a link may open any. */
  position: number | null
  count: number
  /** The list goes on after what is loaded. */
  isMore: boolean
  next: (() => void) | null
  previous: (() => void) | null
  /** Opens the item after the opened one, or before it at the end, once it is decided; stays where another was opened. */
  leave: () => void
  /** Returns true once after a step, for the heading of what it opened. */
  takeFocus: () => boolean
}

type QueueStepsOptions = {
  ids: readonly string[]
  openedId: string | undefined
  isMore: boolean
  /** Opens an item; null opens the first one that is left. */
  open: (id: string | null) => void
}

/** Returns the steps through a queue. */
export function useQueueSteps({ ids, openedId, isMore, open }: QueueStepsOptions): QueueSteps {
  const hasStepped = useRef(false)
  // A decision may be answered when its item is no longer the opened one.
  const shownId = useRef(openedId)
  useLayoutEffect(() => {
    shownId.current = openedId
    return () => {
      shownId.current = undefined
    }
  }, [openedId])
  const index = openedId === undefined ? -1 : ids.indexOf(openedId)
  const go = (to: string | null) => {
    hasStepped.current = true
    open(to)
  }
  const step = (to: string | undefined) => (to === undefined ? null : () => go(to))
  const next = step(ids[index + 1])
  const previous = step(ids[index - 1])
  const takeFocus = useCallback(() => {
    const has = hasStepped.current
    hasStepped.current = false
    return has
  }, [])
  return {
    position: index < 0 ? null : index + 1,
    count: ids.length,
    isMore,
    next,
    previous,
    leave: () => {
      if (shownId.current === openedId) go(ids[index + 1] ?? ids[index - 1] ?? null)
    },
    takeFocus,
  }
}
