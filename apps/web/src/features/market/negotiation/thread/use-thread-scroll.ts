/** Keeps the end of a thread in view, and the reader's place while older messages load above it. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Near enough to the end to follow it, in pixels. */
const endMargin = 48
/** Older messages are read ahead at this distance from the top, in pixels. */
const topMargin = 240

type ThreadScroll = {
  firstId: string | undefined
  lastId: string | undefined
  /** One's own new message is always scrolled to. */
  isOwnLast: boolean
  hasOlder: boolean
  loadOlder: () => unknown
}

export function useThreadScroll({ firstId, lastId, isOwnLast, hasOlder, loadOlder }: ThreadScroll) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const follows = useRef(true)
  const before = useRef({ firstId, lastId, fromEnd: 0, scrollHeight: 0, clientHeight: 0 })

  const remember = useCallback(() => {
    const view = box.current
    if (!view) return
    const { scrollHeight, clientHeight, scrollTop } = view
    const fromEnd = scrollHeight - scrollTop
    before.current = { ...before.current, fromEnd, scrollHeight, clientHeight }
  }, [])
  const toEnd = useCallback(() => {
    const view = box.current
    if (view) view.scrollTop = view.scrollHeight
    remember()
  }, [remember])

  const onScroll = useCallback(() => {
    const view = box.current
    if (!view) return
    const { scrollHeight, clientHeight } = before.current
    // The layout changed, not the reader's mind.
    if (scrollHeight !== view.scrollHeight || clientHeight !== view.clientHeight)
      return follows.current ? toEnd() : remember()
    follows.current = view.scrollHeight - view.scrollTop - view.clientHeight < endMargin
    setIsAtEnd(follows.current)
    remember()
    if (hasOlder && view.scrollTop < topMargin) loadOlder()
  }, [hasOlder, loadOlder, remember, toEnd])

  useLayoutEffect(() => {
    const view = box.current
    const { firstId: firstBefore, lastId: lastBefore, fromEnd } = before.current
    if (!view) return
    const isNew = lastId !== lastBefore
    if (firstId !== firstBefore && !isNew && !follows.current)
      view.scrollTop = view.scrollHeight - fromEnd
    else if (follows.current || (isNew && isOwnLast)) toEnd()
    before.current = { ...before.current, firstId, lastId }
    remember()
  }, [firstId, lastId, isOwnLast, toEnd, remember])

  // Also when the composer grows, a card changes its size, or the first page does not fill the box.
  useEffect(() => {
    const view = box.current
    const inner = content.current
    if (!view || !inner) return
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd()
    })
    observer.observe(view)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [toEnd])

  useEffect(() => {
    const view = box.current
    if (view && hasOlder && firstId && view.scrollHeight <= view.clientHeight) loadOlder()
  }, [hasOlder, firstId, loadOlder])

  return { box, content, isAtEnd, onScroll, toEnd }
}
