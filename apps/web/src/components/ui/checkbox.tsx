import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

export function Checkbox({ className, ...props }: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      data-slot="checkbox"
      className={cn(
        // The ::after box brings the 18 px square to a 24 px target.
        'relative grid size-[18px] shrink-0 place-items-center rounded-xs border border-input bg-card text-primary-foreground after:absolute after:-inset-[4px] hover:border-foreground/55 aria-invalid:border-destructive data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary disabled:cursor-not-allowed disabled:opacity-50 max-md:after:-inset-[11px]',
        className,
      )}
      {...props}
    >
      <RadixCheckbox.Indicator className="group">
        <Minus
          className="hidden size-3 group-data-[state=indeterminate]:block"
          strokeWidth={3}
          aria-hidden
        />
        <Check
          className="size-3 group-data-[state=indeterminate]:hidden"
          strokeWidth={3.2}
          aria-hidden
        />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}
