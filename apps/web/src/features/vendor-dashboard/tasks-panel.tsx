import type { Task } from '@semblance/contract'
import { Upload } from 'lucide-react'
import { Link } from 'react-router'
import { MoreLink } from '@/components/blocks/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

type TasksPanelProps = { tasks: readonly Task[]; className?: string }

/** What waits for the vendor. */
export function TasksPanel({ tasks, className }: TasksPanelProps) {
  return (
    <Panel
      title="Deliveries due"
      action={<MoreLink to={paths.vendorContracts}>All contracts</MoreLink>}
      flush
      className={className}
    >
      {tasks.length === 0 ? (
        <p className="border-t px-4 py-5 text-muted-foreground md:px-5">
          Nothing waits for you. A delivery falls due when a client has paid for an accepted offer.
        </p>
      ) : (
        <ul className="divide-y border-t">
          {tasks.map((task) => (
            <li
              key={task.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5"
            >
              <div className="min-w-0">
                <div className="font-medium">{task.detail}</div>
                <div className="text-muted-foreground text-sm">{task.title}</div>
              </div>
              <Button asChild size="sm" className="max-md:w-full">
                <Link to={task.path}>
                  <Upload aria-hidden />
                  {task.kind === 'delivery_refused' ? 'Upload again' : 'Upload delivery'}
                  <span className="sr-only"> for {task.detail}</span>
                </Link>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
