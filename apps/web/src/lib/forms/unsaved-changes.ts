/** Tracks forms with unsent input: a user who leaves is warned once for all of them. */
import { useEffect, useEffectEvent } from 'react'

type UnsavedForm = { discard: () => void }

const forms = new Set<UnsavedForm>()

export const hasUnsaved = () => forms.size > 0

/** Discards all forms, once the user has confirmed leaving. */
export function discardUnsaved(): void {
  for (const form of forms) form.discard()
  forms.clear()
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function useAskOnClose(when: boolean): void {
  useEffect(() => {
    if (!when) return
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [when])
}

type UnsavedOptions = {
  /** Called if the user leaves despite the warning. */
  onLeave?: () => void
  /** Warns only when the tab is closed: the input is stored when the page is left within the application. */
  onlyOnClose?: boolean
}

export function useUnsaved(when: boolean, { onLeave, onlyOnClose }: UnsavedOptions): void {
  const discard = useEffectEvent(() => onLeave?.())
  useAskOnClose(when)
  useEffect(() => {
    if (!when || onlyOnClose) return
    const form = { discard: () => discard() }
    forms.add(form)
    return () => {
      forms.delete(form)
    }
  }, [when, onlyOnClose])
}

type Question = (proceed: () => void) => void

let question: Question | null = null

/** Names who asks; used once, by the application's frame. */
export function setLeavePrompt(next: Question | null): void {
  question = next
}

/**
 * Runs `proceed` at once or, with unsaved changes, after confirmation. For exits that are no
 * navigation, such as signing out.
 */
export function confirmLeave(proceed: () => void): void {
  if (question && hasUnsaved()) question(proceed)
  else proceed()
}
