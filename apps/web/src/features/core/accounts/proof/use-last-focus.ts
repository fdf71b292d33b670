import { useEffect, useMemo, useRef } from 'react'
import { isProofAsked } from '@/lib/api/proof.ts'

/** Limits the wait for a control that is disabled while its call is under way. */
const PATIENCE_MS = 10_000
/** Limits the controls that are remembered: the last may have gone with its menu or dialog. */
const MAX_REMEMBERED = 8

/**
 * Remembers the controls that had the focus last, outside of the question for a proof. A button loses
 * the focus while its call is under way; `restore` gives it back as soon as the button takes it.
 */
export function useLastFocus(): { restore: () => void } {
  const last = useRef<HTMLElement[]>([])
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || isProofAsked()) return
      last.current = [target, ...last.current].slice(0, MAX_REMEMBERED)
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  return useMemo(
    () => ({
      restore: () => {
        const control = last.current.find(({ isConnected }) => isConnected)
        if (control) focusWhenEnabled(control)
      },
    }),
    [],
  )
}

function focusWhenEnabled(control: HTMLElement): void {
  control.focus()
  if (!control.matches(':disabled')) return
  const enabled = new MutationObserver(() => {
    if (control.matches(':disabled')) return
    enabled.disconnect()
    const isFree = document.activeElement === null || document.activeElement === document.body
    if (isFree) control.focus()
  })
  enabled.observe(control, { attributeFilter: ['disabled'] })
  setTimeout(() => enabled.disconnect(), PATIENCE_MS)
}
