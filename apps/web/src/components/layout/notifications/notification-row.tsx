import { Banknote, Check, FileSignature, type LucideIcon, Server, Tags, Trash2 } from 'lucide-react'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { cn } from '@/lib/cn.ts'

export type ShellNotification = {
  id: string
  type: 'offer' | 'contract' | 'payment' | 'system'
  title: string
  message: string
  createdAt: Date
  read: boolean
}

const variants: Record<ShellNotification['type'], { icon: LucideIcon; tint: string }> = {
  offer: { icon: Tags, tint: 'bg-st-synth-bg text-st-synth-fg' },
  contract: { icon: FileSignature, tint: 'bg-st-info-bg text-st-info-fg' },
  payment: { icon: Banknote, tint: 'bg-st-held-bg text-st-held-fg' },
  system: { icon: Server, tint: 'bg-st-neutral-bg text-st-neutral-fg' },
}

type NotificationRowProps = {
  item: ShellNotification
  onMarkRead: (id: string) => void
  onDelete: (id: string) => void
  onOpen?: (item: ShellNotification) => void
}

const actionClasses =
  'grid size-7 place-items-center rounded-xs text-muted-foreground max-md:size-10'

export function NotificationRow({ item, onMarkRead, onDelete, onOpen }: NotificationRowProps) {
  const { icon: Icon, tint } = variants[item.type]
  return (
    <li className={cn('relative flex gap-3 px-4 py-3', !item.read && 'bg-primary-soft/45')}>
      <span aria-hidden className={cn('grid size-8 shrink-0 place-items-center rounded-sm', tint)}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 font-semibold text-sm">
          {onOpen ? (
            <button
              type="button"
              className="rounded-xs text-left hover:underline"
              onClick={() => onOpen(item)}
            >
              {item.title}
            </button>
          ) : (
            item.title
          )}
          {!item.read && (
            <span className="size-1.5 shrink-0 rounded-full bg-primary">
              <span className="sr-only">Unread</span>
            </span>
          )}
        </p>
        <p className="mt-0.5 text-muted-foreground text-sm">{item.message}</p>
        <div className="mt-1 -mb-1 flex items-center justify-between">
          <TimeText at={item.createdAt} className="text-muted-foreground text-xs" />
          <span className="flex">
            {!item.read && (
              <button
                type="button"
                aria-label={`Mark ${item.title} read`}
                onClick={() => onMarkRead(item.id)}
                className={cn(actionClasses, 'hover:bg-accent hover:text-foreground')}
              >
                <Check className="size-3.5" aria-hidden />
              </button>
            )}
            <button
              type="button"
              aria-label={`Delete ${item.title}`}
              onClick={() => onDelete(item.id)}
              className={cn(actionClasses, 'hover:bg-st-danger-bg hover:text-destructive')}
            >
              <Trash2 className="size-3.5" aria-hidden />
            </button>
          </span>
        </div>
      </div>
    </li>
  )
}
