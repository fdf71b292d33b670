import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

const low = 0.03
const high = 0.97
const rest = 0.47
const easeMs = 900

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const within = (share: number) => Math.min(high, Math.max(low, share))

const keySteps: Record<string, number> = {
  ArrowLeft: -0.02,
  ArrowDown: -0.02,
  ArrowRight: 0.02,
  ArrowUp: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
}

/**
 * Tracks the position of the divider between original and twin, from 0 to 1; it settles once on
 * entry, then the visitor moves it.
 */
export function useDivider(box: RefObject<HTMLElement | null>) {
  const [share, setShare] = useState(high)
  const isTouched = useRef(false)

  useEffect(() => {
    if (reducedMotion()) return setShare(rest)
    let frame = 0
    const begun = performance.now()
    const step = (now: number) => {
      if (isTouched.current) return
      const passed = Math.min(1, Math.max(0, (now - begun) / easeMs))
      setShare(high + (rest - high) * (1 - (1 - passed) ** 3))
      if (passed < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [])

  const moveTo = (next: number) => {
    isTouched.current = true
    setShare(within(next))
  }
  const follow = (event: PointerEvent) => {
    const bounds = box.current?.getBoundingClientRect()
    if (bounds) moveTo((event.clientX - bounds.left) / bounds.width)
  }
  return {
    share,
    bounds: { min: Math.round(low * 100), max: Math.round(high * 100) },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      follow(event)
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = keySteps[event.key]
      if (step === undefined) return
      event.preventDefault()
      moveTo(share + step)
    },
  }
}
