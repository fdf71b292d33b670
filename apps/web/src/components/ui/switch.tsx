import { Switch as RadixSwitch } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

export function Switch({ className, ...props }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      data-slot="switch"
      className={cn(
        'relative h-5 w-9 shrink-0 rounded-full border border-input bg-muted transition-colors duration-[160ms] after:absolute after:-inset-x-1 after:-inset-y-[3px] disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary max-md:after:-inset-y-[11px]',
        className,
      )}
      {...props}
    >
      <RadixSwitch.Thumb className="block size-3.5 translate-x-[2px] rounded-full bg-input transition-transform duration-[160ms] data-[state=checked]:translate-x-[18px] data-[state=checked]:bg-primary-foreground" />
    </RadixSwitch.Root>
  )
}
