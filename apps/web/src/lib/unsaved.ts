/** Forms with something typed and not yet sent: whoever leaves is asked once for all of them. */
import { useEffect, useEffectEvent } from 'react'

type UnsavedForm = { discard: () => void }

const forms = new Set<UnsavedForm>()

export const hasUnsaved = () => forms.size > 0

/** They were asked, and leave. */
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
  /** Called for whoever leaves all the same. */
  onLeave?: () => void
  /** Kept when the page is left within the application: only closing the tab is asked about. */
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
export function setLeaveQuestion(next: Question | null): void {
  question = next
}

/** For ways out that are no navigation, such as signing out: at once, or after a yes. */
export function leaveFirst(proceed: () => void): void {
  if (question && hasUnsaved()) question(proceed)
  else proceed()
}
