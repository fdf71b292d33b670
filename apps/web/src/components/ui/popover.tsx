import { Popover as RadixPopover } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

export const Popover = RadixPopover.Root
export const PopoverTrigger = RadixPopover.Trigger
export const PopoverClose = RadixPopover.Close

/** Needs an aria-label: it opens as a dialog. */
export function PopoverContent({
  className,
  align = 'end',
  ...props
}: ComponentProps<typeof RadixPopover.Content> & { 'aria-label': string }) {
  return (
    <RadixPopover.Portal>
      <RadixPopover.Content
        align={align}
        sideOffset={6}
        collisionPadding={12}
        className={cn(
          'data-[state=open]:fade-in-0 data-[side=bottom]:slide-in-from-top-1 data-[side=top]:slide-in-from-bottom-1 z-[60] overflow-hidden rounded-md border bg-popover text-base shadow-float outline-none duration-[160ms] data-[state=open]:animate-in',
          className,
        )}
        {...props}
      />
    </RadixPopover.Portal>
  )
}
