import { CircleCheck, type LucideIcon } from 'lucide-react'
import { cn } from '@/lib/cn.ts'

type ChoiceCardProps = {
  icon?: LucideIcon
  title: string
  note: string
  isChosen: boolean
  onChoose: () => void
}

/** Shows one of several choices as a card. */
export function ChoiceCard({ icon: Icon, title, note, isChosen, onChoose }: ChoiceCardProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        'flex min-w-0 items-start justify-between gap-2 rounded-md border px-3 py-2.5 text-left hover:border-primary',
        isChosen ? 'border-primary bg-primary-soft ring-1 ring-primary' : 'border-border-strong',
      )}
    >
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-medium">
          {Icon && <Icon className="size-4 shrink-0 text-primary" aria-hidden />}
          {title}
        </span>
        <span className="block text-muted-foreground text-sm">{note}</span>
      </span>
      {isChosen && <CircleCheck className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden />}
    </button>
  )
}
