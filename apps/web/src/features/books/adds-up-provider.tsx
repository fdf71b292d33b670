/** Holds "How this figure adds up" above every page; its code is loaded at the first opening. */
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { AddsUpContext, type AddsUpTarget } from '@/lib/adds-up-context.ts'
import { loadPage } from '@/lib/load-page.ts'

const loadDialog = () => import('./how-it-adds-up.tsx')
const HowItAddsUp = lazy(async () => ({ default: (await loadPage(loadDialog)).HowItAddsUp }))

export function AddsUpProvider({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<AddsUpTarget | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const addsUp = useMemo(
    () => ({
      open: (next: AddsUpTarget) => {
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
          <HowItAddsUp target={target} open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </AddsUpContext>
  )
}
