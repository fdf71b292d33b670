import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { dateTime } from '@/lib/format.ts'

/** Prints the brand, the page's address and the time; hidden on screen. */
export function PrintHeader() {
  const { pathname, search } = useLocation()
  const [printedAt, setPrintedAt] = useState(() => new Date())
  useEffect(() => {
    const tell = () => setPrintedAt(new Date())
    window.addEventListener('beforeprint', tell)
    return () => window.removeEventListener('beforeprint', tell)
  }, [])
  return (
    <p className="mb-4 hidden justify-between gap-6 border-b pb-2 text-muted-foreground text-sm print:flex">
      <span className="[overflow-wrap:anywhere]">
        <strong className="text-foreground">Semblance</strong> {location.origin}
        {pathname}
        {search}
      </span>
      <span className="num shrink-0">Printed {dateTime(printedAt)}</span>
    </p>
  )
}
