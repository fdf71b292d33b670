import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question: "Deactivate Tom Ferreira?" */
  title: ReactNode
  /** The consequences of confirming. */
  description: ReactNode
  /** The button that says yes; for a form in the children, give it the form's id instead of `onConfirm`. */
  action: string
  onConfirm?: () => void
  formId?: string
  isBusy?: boolean
  isDestructive?: boolean
  isDisabled?: boolean
  children?: ReactNode
}

/** Asks for confirmation before an action that others notice. */
export function ConfirmDialog({
  action,
  onConfirm,
  formId,
  isBusy,
  isDestructive,
  isDisabled,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      alert
      size={children ? 'md' : 'sm'}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            variant={isDestructive ? 'destructive' : 'primary'}
            type={formId ? 'submit' : 'button'}
            form={formId}
            loading={isBusy}
            disabled={isDisabled}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
      {...dialog}
    >
      {children}
    </Dialog>
  )
}
