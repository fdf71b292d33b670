/** Holds "How this figure adds up" above every page; its code is loaded at the first opening. */
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { AddsUpContext, type FigureTarget } from '@/lib/pages/figure-breakdown-context.ts'
import { loadPage } from '@/lib/pages/load-page.ts'

const loadDialog = () => import('./figure-breakdown.tsx')
const FigureBreakdown = lazy(async () => ({
  default: (await loadPage(loadDialog)).FigureBreakdown,
}))

export function AddsUpProvider({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<FigureTarget | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const addsUp = useMemo(
    () => ({
      open: (next: FigureTarget) => {
        loadDialog().catch(() => {}) // once more when it is shown
        setTarget(next)
        setIsOpen(true)
      },
    }),
    [],
  )
  return (
    <AddsUpContext value={addsUp}>
      {children}
      {target && (
        <Suspense>
          <FigureBreakdown target={target} open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </AddsUpContext>
  )
}
