import type { Conversation } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Avatar } from '@/components/ui/avatar.tsx'
import { cn } from '@/lib/cn.ts'

type PersonRowProps = {
  counterpart: Conversation['counterpart']
  isSelected: boolean
  /** Something unread. */
  isStrong?: boolean
  onSelect: () => void
  aside?: ReactNode
  children: ReactNode
}

/** Shows a company in a list; choosing it shows its thread. */
export function PersonRow({
  counterpart,
  isSelected,
  isStrong,
  onSelect,
  aside,
  children,
}: PersonRowProps) {
  const { name, type, isOnline } = counterpart
  return (
    <li>
      <button
        type="button"
        aria-current={isSelected ? 'true' : undefined}
        onClick={onSelect}
        className={cn(
          'flex w-full gap-3 border-border/70 border-b px-4 py-3 text-left focus-visible:-outline-offset-2',
          isSelected
            ? 'bg-primary-soft/60 shadow-[inset_3px_0_0_var(--primary)]'
            : 'hover:bg-accent/60',
        )}
      >
        <Avatar name={name} tone={type} square size={36} online={isOnline} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className={cn('truncate', isStrong ? 'font-semibold' : 'font-medium')}>
              {name}
              {isOnline && <span className="sr-only">, online</span>}
            </span>
            {aside}
          </span>
          {children}
        </span>
      </button>
    </li>
  )
}
