import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { controlClasses, readOnlyClasses } from './control.ts'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      className={cn(controlClasses, readOnlyClasses, 'h-9 px-3 max-md:h-11', className)}
      {...props}
    />
  )
}
