import { Button } from '@/components/ui/button.tsx'
import { confirmKeys, Kbd } from './key-hints.tsx'
import type { QueueSteps } from './use-queue-steps.ts'

type DecideButtonProps = {
  /** Names the act: "Approve". */
  action: string
  steps: QueueSteps
  isBusy: boolean
  isDestructive?: boolean
}

/** Confirms the chosen decision, and says where it leads. */
export function DecideButton({ action, steps, isBusy, isDestructive }: DecideButtonProps) {
  return (
    <Button
      type="submit"
      className="w-full"
      variant={isDestructive ? 'destructive' : 'primary'}
      loading={isBusy}
    >
      {steps.next ? `${action} and go to next` : action}
      <Kbd className="border-current/40 bg-transparent text-current">{confirmKeys}</Kbd>
    </Button>
  )
}
