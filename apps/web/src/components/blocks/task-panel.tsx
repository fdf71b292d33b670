import type { Task } from '@semblance/contract'
import {
  ArrowDownToLine,
  Banknote,
  CalendarSync,
  ChevronRight,
  CloudUpload,
  FilePen,
  type LucideIcon,
  Tags,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { Panel } from './panel.tsx'

const initialCount = 4

const variants: Record<Task['kind'], { icon: LucideIcon; tone: string; action: string }> = {
  review_delivery: {
    icon: ArrowDownToLine,
    tone: 'bg-st-success-bg text-st-success-fg',
    action: 'Review and download',
  },
  review_offers: {
    icon: Tags,
    tone: 'bg-st-synth-bg text-st-synth-fg',
    action: 'Compare offers',
  },
  pay: { icon: Banknote, tone: 'bg-st-held-bg text-st-held-fg', action: 'Continue to payment' },
  order_revision: {
    icon: CalendarSync,
    tone: 'bg-st-held-bg text-st-held-fg',
    action: 'Open the subscription',
  },
  deliver: {
    icon: CloudUpload,
    tone: 'bg-st-info-bg text-st-info-fg',
    action: 'Upload Delivery',
  },
  delivery_refused: {
    icon: TriangleAlert,
    tone: 'bg-st-warn-bg text-st-warn-fg',
    action: 'See why',
  },
  changes_requested: {
    icon: TriangleAlert,
    tone: 'bg-st-warn-bg text-st-warn-fg',
    action: 'Upload again',
  },
  answer_proposal: {
    icon: FilePen,
    tone: 'bg-st-warn-bg text-st-warn-fg',
    action: 'Open messages',
  },
}

/** Lists the tasks that only this user can do. */
export function TaskPanel({ tasks, className }: { tasks: readonly Task[]; className?: string }) {
  const [showAll, setShowAll] = useState(false)
  if (tasks.length === 0) return null
  const shown = showAll ? tasks : tasks.slice(0, initialCount)
  return (
    <Panel
      title="Waiting for you"
      className={className}
      flush
      action={
        tasks.length > initialCount && (
          <Button
            variant="link"
            size="sm"
            aria-expanded={showAll}
            onClick={() => setShowAll(!showAll)}
          >
            {showAll ? 'Show fewer' : `Show all ${tasks.length}`}
          </Button>
        )
      }
    >
      <ul className="divide-y border-t">
        {shown.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </Panel>
  )
}

function TaskRow({ task }: { task: Task }) {
  const { icon: Icon, tone, action } = variants[task.kind]
  return (
    <li className="flex items-center gap-3.5 px-4 py-3 max-md:flex-wrap md:px-5">
      <span aria-hidden className={cn('grid size-9 shrink-0 place-items-center rounded-sm', tone)}>
        <Icon className="size-[18px]" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="font-semibold">{task.title}</div>
        <div className="text-muted-foreground text-sm">{task.detail}</div>
      </div>
      <TaskButton task={task} action={action} />
    </li>
  )
}

/** A proposal is answered in the Messages dialog, everything else on a page. */
function TaskButton({ task, action }: { task: Task; action: string }) {
  const messages = useMessages()
  const { kind, offerId, path, title } = task
  const look = { size: 'sm', variant: 'outline', className: 'max-md:w-full' } as const
  const label = `${action}: ${title}`
  if (kind === 'answer_proposal' && offerId)
    return (
      <Button {...look} aria-label={label} onClick={() => messages.open({ offerId })}>
        {action}
        <ChevronRight aria-hidden />
      </Button>
    )
  return (
    <Button {...look} asChild>
      <Link to={path} aria-label={label}>
        {action}
        <ChevronRight aria-hidden />
      </Link>
    </Button>
  )
}
