import { X } from 'lucide-react'
import { AlertDialog, Dialog as RadixDialog } from 'radix-ui'
import {
  type ComponentProps,
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useRef,
} from 'react'
import { cn } from '@/lib/cn.ts'
import './csp-nonce.ts'
import { closeButtonClasses, dialogClasses, overlayClasses } from './dialog-frame.ts'

export type DialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The button that opens it, when the dialog keeps its own state. */
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  /** Buttons: the way out first, the action last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'full'
  /** Asks for a decision: no close button, and a click outside does nothing. */
  alert?: boolean
  /** Gives the children the whole box; the title is then for screen readers only. */
  hideHeader?: boolean
  onOpenAutoFocus?: ComponentProps<typeof RadixDialog.Content>['onOpenAutoFocus']
  /** Prevent the default where the focus should not go back to what had it before. */
  onCloseAutoFocus?: ComponentProps<typeof RadixDialog.Content>['onCloseAutoFocus']
  className?: string
  children?: ReactNode
}

const IsAlert = createContext(false)

export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  footer,
  size = 'md',
  alert = false,
  hideHeader,
  onOpenAutoFocus,
  onCloseAutoFocus,
  className,
  children,
}: DialogProps) {
  const Part = alert ? AlertDialog : RadixDialog
  // Radix returns the focus to its own trigger only.
  const opener = useRef<Element | null>(null)
  return (
    <IsAlert value={alert}>
      <Part.Root open={open} onOpenChange={onOpenChange}>
        {trigger && <Part.Trigger asChild>{trigger}</Part.Trigger>}
        <Part.Portal>
          <Part.Overlay className={overlayClasses} />
          <Part.Content
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement
              onOpenAutoFocus?.(event)
            }}
            onCloseAutoFocus={(event) => {
              onCloseAutoFocus?.(event)
              const isDone = trigger || event.defaultPrevented
              if (isDone || !(opener.current instanceof HTMLElement)) return
              event.preventDefault()
              opener.current.focus()
            }}
            className={cn(dialogClasses({ size }), className)}
            {...(!description && { 'aria-describedby': undefined })}
          >
            {hideHeader ? (
              <Part.Title className="sr-only">{title}</Part.Title>
            ) : (
              <div className="px-5 pt-5 pr-14 pb-1 md:px-6 md:pt-6">
                <Part.Title className="font-semibold text-lg tracking-[-0.01em]">
                  {title}
                </Part.Title>
                {description && (
                  <Part.Description className="mt-1 text-base text-muted-foreground">
                    {description}
                  </Part.Description>
                )}
              </div>
            )}
            {hideHeader ? (
              children
            ) : (
              <div className="overflow-y-auto px-5 py-4 empty:p-1.5 md:px-6">{children}</div>
            )}
            {footer && (
              <div className="flex flex-col-reverse gap-2 border-t bg-sunken px-5 py-4 max-md:pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:px-6 max-md:[&>*]:h-11">
                {footer}
              </div>
            )}
            {!hideHeader && !alert && (
              <RadixDialog.Close className={closeButtonClasses} aria-label="Close">
                <X className="size-4" aria-hidden />
              </RadixDialog.Close>
            )}
          </Part.Content>
        </Part.Portal>
      </Part.Root>
    </IsAlert>
  )
}

/** Wraps a button inside the dialog so that it closes it; in an alert it also takes the first focus. */
export function DialogClose({ children }: { children: ReactElement }) {
  const Close = use(IsAlert) ? AlertDialog.Cancel : RadixDialog.Close
  return <Close asChild>{children}</Close>
}
