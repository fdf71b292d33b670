import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Connection, probeNow, useConnection } from '@/lib/api/api-fetch.ts'
import { cn } from '@/lib/cn.ts'

const BACK_MS = 4000

const texts: Record<Exclude<Connection, 'online'>, string> = {
  offline: 'You are offline. What you typed is kept.',
  unreachable: 'Semblance cannot be reached. What you typed is kept; we go on trying.',
}

/** Shows on every page that the server does not answer and, for a moment, that it is back. */
export function ConnectionBar() {
  const connection = useConnection()
  const isBack = useIsBack(connection)
  const isAway = connection !== 'online'
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(72px+env(safe-area-inset-bottom))] z-[80] grid justify-items-center md:bottom-4 print:hidden"
    >
      {(isAway || isBack) && (
        <div
          className={cn(
            'pointer-events-auto flex min-h-10 max-w-full items-center gap-2.5 rounded-md border bg-popover px-4 py-2 text-base shadow-float',
            isAway ? 'border-brass-line' : 'border-st-success-fg/40',
          )}
        >
          {isAway ? (
            <WifiOff className="size-4 shrink-0 text-brass-strong" aria-hidden />
          ) : (
            <Wifi className="size-4 shrink-0 text-st-success-fg" aria-hidden />
          )}
          <p>{isAway ? texts[connection] : 'Back online.'}</p>
          {connection === 'unreachable' && (
            <button
              type="button"
              className="link shrink-0 text-sm max-md:min-h-10"
              onClick={probeNow}
            >
              Try now
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function useIsBack(connection: Connection): boolean {
  const [isBack, setIsBack] = useState(false)
  const before = useRef(connection)
  useEffect(() => {
    const wasAway = before.current !== 'online'
    before.current = connection
    if (connection !== 'online' || !wasAway) return setIsBack(false)
    setIsBack(true)
    const timer = setTimeout(() => setIsBack(false), BACK_MS)
    return () => clearTimeout(timer)
  }, [connection])
  return isBack
}
