import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn.ts'
import { Switch } from './switch.tsx'

type SwitchRowProps = Omit<ComponentProps<typeof Switch>, 'children'> & {
  label: string
  description?: ReactNode
}

/** Shows label and description on the left, the switch on the right. */
export function SwitchRow({ label, description, className, id, ...props }: SwitchRowProps) {
  const ownId = useId()
  const switchId = id ?? ownId
  return (
    <div className={cn('flex items-start justify-between gap-6 py-3', className)}>
      <div className="min-w-0">
        <label htmlFor={switchId} className="font-medium text-base">
          {label}
        </label>
        {description && (
          <p id={`${switchId}-description`} className="mt-0.5 text-muted-foreground text-sm">
            {description}
          </p>
        )}
      </div>
      <Switch
        id={switchId}
        aria-describedby={description ? `${switchId}-description` : undefined}
        className="mt-0.5"
        {...props}
      />
    </div>
  )
}
