import { useUnsaved } from '@/lib/unsaved.ts'

type UnsavedGuardProps = {
  /** Something is typed that is neither saved nor on its way. */
  when: boolean
  /** Called for whoever leaves all the same. */
  onLeave?: () => void
  /** Kept when the page is left within the application: only closing the tab is asked about. */
  onlyOnClose?: boolean
}

/** Asks before a form with unsaved changes is left; the way through sign-in leads back. */
export function UnsavedGuard({ when, ...options }: UnsavedGuardProps): null {
  useUnsaved(when, options)
  return null
}
