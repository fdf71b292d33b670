import type { ReactNode } from 'react'

type RequestGridProps = {
  document: ReactNode
  /** Beside the document, and above it on narrow screens. */
  aside: ReactNode
}

/** Places a request's document beside what happens with it. */
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
