import type { Activity } from '@semblance/contract'
import {
  Banknote,
  FileSignature,
  FileText,
  type LucideIcon,
  PackageCheck,
  Tags,
} from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { relativeTime } from '@/lib/format.ts'

const icons: Record<Activity['kind'], LucideIcon> = {
  dpr: FileText,
  offer: Tags,
  contract: FileSignature,
  delivery: PackageCheck,
  payment: Banknote,
}

type ActivityPanelProps = { activity: readonly Activity[]; className?: string }

export function ActivityPanel({ activity, className }: ActivityPanelProps) {
  return (
    <Panel title="Recent Activity" flush className={className}>
      {activity.length === 0 ? (
        <p className="border-t px-4 py-5 text-muted-foreground md:px-5">
          Your offers, deliveries and payments appear here.
        </p>
      ) : (
        <ul className="border-t pt-1.5 pb-2">
          {activity.slice(0, 6).map((event) => {
            const Icon = icons[event.kind]
            return (
              <li key={event.id} className="flex items-start gap-3 px-4 py-2 md:px-5">
                <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
                <div className="min-w-0 flex-1">
                  <Link
                    to={event.path}
                    className="rounded-xs font-medium underline-offset-[3px] hover:underline"
                  >
                    {event.title}
                  </Link>
                  <span className="block text-muted-foreground text-sm">{event.detail}</span>
                </div>
                <time
                  dateTime={event.at.toISOString()}
                  className="num whitespace-nowrap text-muted-foreground text-sm"
                >
                  {relativeTime(event.at)}
                </time>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
