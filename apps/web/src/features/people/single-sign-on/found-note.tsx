import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says under a field what was found there. */
export function FoundNote({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5 font-medium text-st-success-fg">
      <CircleCheck className="size-3.5 shrink-0" aria-hidden />
      {children}
    </span>
  )
}
