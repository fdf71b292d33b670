import type { ReactNode } from 'react'

type RequestGridProps = {
  document: ReactNode
  /** Appears next to the document, and above it on narrow screens. */
  aside: ReactNode
}

/** Places a request's document next to its offers and questions. */
export function RequestGrid({ document, aside }: RequestGridProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
      <aside aria-label="Offers and questions" className="grid min-w-0 gap-5 lg:order-last">
        {aside}
      </aside>
      {document}
    </div>
  )
}
