import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { controlClasses, readOnlyClasses } from './control.ts'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        controlClasses,
        readOnlyClasses,
        'min-h-20 resize-y px-3 py-2 leading-[1.5]',
        className,
      )}
      {...props}
    />
  )
}
