import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { discardUnsaved, hasUnsaved, setLeavePrompt } from '@/lib/forms/unsaved-changes.ts'
import { paths } from '@/paths.ts'

/**
 * Asks one question for all forms with unsaved changes, because a router supports a single blocker.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() &&
      nextLocation.pathname !== paths.auth &&
      nextLocation.pathname !== currentLocation.pathname,
  )
  const [asked, setAsked] = useState<{ proceed: () => void } | null>(null)
  useEffect(() => {
    setLeavePrompt((proceed) => setAsked({ proceed }))
    return () => setLeavePrompt(null)
  }, [])
  const isBlocked = blocker.state === 'blocked'
  return (
    <ConfirmDialog
      open={isBlocked || asked !== null}
      onOpenChange={(open) => {
        if (open) return
        blocker.reset?.()
        setAsked(null)
      }}
      title="Leave without saving?"
      description="What you changed on this page is lost."
      action="Leave Page"
      isDestructive
      onConfirm={() => {
        discardUnsaved()
        setAsked(null)
        if (isBlocked) blocker.proceed()
        else asked?.proceed()
      }}
    />
  )
}
