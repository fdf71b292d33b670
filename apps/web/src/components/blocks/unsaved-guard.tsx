import { useUnsaved } from '@/lib/forms/unsaved-changes.ts'

type UnsavedGuardProps = {
  /** Something is typed that is neither saved nor on its way. */
  when: boolean
  /** Called if the user leaves despite the warning. */
  onLeave?: () => void
  /** Warns only when the tab is closed: the input is stored when the page is left within the application. */
  onlyOnClose?: boolean
}

/** Asks before a form with unsaved changes is left; the way through sign-in leads back. */
export function UnsavedGuard({ when, ...options }: UnsavedGuardProps): null {
  useUnsaved(when, options)
  return null
}
