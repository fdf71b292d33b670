import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** Returns the time, updated every minute: "2 min ago" becomes stale on an open screen. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
