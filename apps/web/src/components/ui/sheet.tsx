import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import './csp-nonce.ts'
import { closeButtonClasses, overlayClasses } from './dialog-frame.ts'

type SheetProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  footer?: ReactNode
  side?: 'right' | 'bottom'
  className?: string
  children: ReactNode
}

const sides = {
  right:
    'inset-y-0 right-0 w-[min(400px,100vw)] border-l data-[state=open]:slide-in-from-right-16 data-[state=closed]:slide-out-to-right-16',
  bottom:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-xl data-[state=open]:slide-in-from-bottom-8 data-[state=closed]:slide-out-to-bottom-8',
}

/** Shows a panel from the edge: filters and terms on narrow screens. */
export function Sheet({
  open,
  onOpenChange,
  trigger,
  title,
  footer,
  side = 'bottom',
  className,
  children,
}: SheetProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClasses} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className={cn(
            'fixed z-50 flex flex-col bg-popover shadow-dialog outline-none duration-[240ms] data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0',
            sides[side],
            className,
          )}
        >
          <RadixDialog.Title className="px-5 pt-5 pr-14 pb-2 font-semibold text-lg">
            {title}
          </RadixDialog.Title>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer && (
            <div className="flex gap-2 border-t bg-sunken px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] [&>*]:flex-1">
              {footer}
            </div>
          )}
          <RadixDialog.Close className={closeButtonClasses} aria-label="Close">
            <X className="size-4" aria-hidden />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
