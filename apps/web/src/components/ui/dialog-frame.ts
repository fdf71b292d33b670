import { cva } from 'class-variance-authority'

// Shared by Dialog and Sheet.
export const overlayClasses =
  'fixed inset-0 z-50 bg-(--overlay) duration-[240ms] data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0'

/** Places dialogs at the bottom on phones, and in the center from 768 px. */
export const dialogClasses = cva(
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[96dvh] flex-col overflow-hidden rounded-t-xl bg-popover shadow-dialog outline-none duration-[240ms] data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 max-md:data-[state=closed]:slide-out-to-bottom-8 max-md:data-[state=open]:slide-in-from-bottom-8 md:inset-auto md:top-1/2 md:left-1/2 md:w-[calc(100vw-48px)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-lg md:border',
  {
    variants: {
      size: {
        sm: 'md:max-w-[420px]',
        md: 'md:max-w-[540px]',
        lg: 'md:max-w-[720px]',
        full: 'h-[min(820px,calc(100dvh-48px))] max-md:h-dvh max-md:max-h-dvh max-md:rounded-none md:max-w-[1240px]',
      },
    },
  },
)

export const closeButtonClasses =
  'absolute top-4 right-4 grid size-8 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground max-md:top-2.5 max-md:right-2.5 max-md:size-10'
