import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** Delays the bar in ms: a page whose code is loaded opens earlier. */
const DUE_MS = 200

/** Shows a line across the top while a page's code loads. */
export function NavigationProgress() {
  const isOnTheWay = useNavigation().state !== 'idle'
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isOnTheWay) return setIsDue(false)
    const timer = setTimeout(() => setIsDue(true), DUE_MS)
    return () => clearTimeout(timer)
  }, [isOnTheWay])
  if (!isDue) return null
  return <div aria-hidden className="on-the-way fixed inset-x-0 top-0 z-[95] h-0.5 bg-primary" />
}
