import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

export const buttonVariants = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-sm font-medium transition-[background-color,border-color,color,scale] duration-[160ms] active:scale-[0.985] active:duration-[90ms] disabled:cursor-not-allowed disabled:opacity-50 aria-busy:opacity-80! [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
        soft: 'bg-primary-soft text-primary hover:bg-accent',
        outline:
          'border border-border-strong bg-card text-foreground hover:border-input/60 hover:bg-accent',
        ghost: 'text-foreground hover:bg-accent',
        destructive: 'bg-destructive text-destructive-foreground hover:bg-destructive-hover',
        'destructive-outline':
          'border border-border-strong bg-card text-destructive hover:border-destructive/40 hover:bg-st-danger-bg',
        link: 'h-auto! px-0! text-primary underline decoration-primary/35 underline-offset-[3px] hover:decoration-current active:scale-100',
        inverse: 'bg-inverse-foreground text-inverse hover:bg-white',
        'inverse-outline':
          'border border-inverse-foreground/35 text-inverse-foreground hover:bg-inverse-foreground/10',
      },
      size: {
        sm: 'h-[30px] px-2.5 text-sm max-md:h-10',
        md: 'h-9 px-3.5 text-base max-md:h-10',
        lg: 'h-[42px] px-4.5 text-md',
        xl: 'h-12 px-6 text-md',
        icon: 'size-9 max-md:size-10',
        'icon-sm': 'size-[30px] max-md:size-10',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    asChild?: boolean
    /** Disables the button and puts a spinner before the unchanged label. */
    loading?: boolean
  }

export function Button({
  className,
  variant,
  size,
  asChild,
  loading,
  disabled,
  children,
  type = 'button',
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild)
    return (
      <Slot.Root data-slot="button" className={classes} {...props}>
        {children}
      </Slot.Root>
    )
  return (
    <button
      data-slot="button"
      type={type}
      className={classes}
      disabled={loading || disabled}
      aria-busy={loading || undefined}
      {...props}
    >
      {loading && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  )
}
