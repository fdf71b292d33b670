/** Holds the search palette above every page; its code is loaded at the first opening. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { PaletteContext } from '@/lib/pages/palette-context.ts'
import { useAuth } from '@/lib/session/session.tsx'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

export function PaletteProvider({ children }: { children: ReactNode }) {
  const { status, user } = useAuth()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = useCallback(() => {
    setWasOpened(true)
    setIsOpen(true)
  }, [])
  const palette = useMemo(() => ({ open }), [open])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])

  return (
    <PaletteContext value={palette}>
      {children}
      {wasOpened && status !== 'loading' && (
        <Suspense>
          {/* Resets the palette for another user: its input is never shown to the next one. */}
          <Palette key={user?.id ?? 'visitor'} open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </PaletteContext>
  )
}

/**
 * Returns true for ⌘K or Ctrl+K anywhere, and for "/" outside of fields. False for both while a
 * dialog or menu is open.
 */
function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.shiftKey) return false
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return false
  if (event.key.toLowerCase() === 'k') return event.metaKey !== event.ctrlKey
  return event.key === '/' && !event.metaKey && !event.ctrlKey && !isField(event.target)
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'))
