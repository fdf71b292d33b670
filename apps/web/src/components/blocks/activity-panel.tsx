import type { Activity } from '@semblance/contract'
import {
  ArrowDownToLine,
  Banknote,
  FileSignature,
  FileText,
  type LucideIcon,
  Tags,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Panel } from './panel.tsx'
import { EmptyState } from './states/empty-state.tsx'

const icons: Record<Activity['kind'], LucideIcon> = {
  dpr: FileText,
  offer: Tags,
  contract: FileSignature,
  delivery: ArrowDownToLine,
  payment: Banknote,
}

const shownEntries = 6

type ActivityPanelProps = { activity: readonly Activity[]; action?: ReactNode; className?: string }

/** Lists the latest activity, on either side of the market. */
export function ActivityPanel({ activity, action, className }: ActivityPanelProps) {
  return (
    <Panel title="Recent Activity" className={className} flush action={action}>
      {activity.length === 0 ? (
        <EmptyState title="Nothing has happened yet" className="border-t py-8">
          Offers, payments and deliveries are listed here as they happen.
        </EmptyState>
      ) : (
        <ul className="border-t pt-1.5 pb-2">
          {activity.slice(0, shownEntries).map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ActivityRow({ entry }: { entry: Activity }) {
  const Icon = icons[entry.kind]
  return (
    <li>
      <Link
        to={entry.path}
        className="flex items-start gap-3 px-4 py-2 hover:bg-accent/45 focus-visible:-outline-offset-2 md:px-5"
      >
        <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
        <div className="min-w-0 flex-1">
          <span className="font-medium">{entry.title}</span>
          <span className="block truncate text-muted-foreground text-sm">{entry.detail}</span>
        </div>
        <TimeText at={entry.at} className="whitespace-nowrap text-muted-foreground text-sm" />
      </Link>
    </li>
  )
}
