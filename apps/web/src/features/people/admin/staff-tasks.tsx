import type { StaffOverview, StaffTask } from '@semblance/contract'
import {
  Banknote,
  ChevronRight,
  CircleCheck,
  ClipboardCheck,
  FileCheck,
  FilePen,
  LifeBuoy,
  ListChecks,
  type LucideIcon,
  MailWarning,
  Scale,
  Stamp,
  TriangleAlert,
} from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { cn } from '@/lib/cn.ts'
import { count, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

type Waiting = StaffOverview['waiting'][number]

type Variant = {
  icon: LucideIcon
  /** The count's noun, with the plural where an s is not enough. */
  noun: [one: string, many?: string]
  what: string
  to: string
  isTrouble?: boolean
}

const variants: Record<StaffTask, Variant> = {
  applications: {
    icon: ClipboardCheck,
    noun: ['application'],
    what: 'Businesses that wait to be approved',
    to: paths.applications,
  },
  tickets: {
    icon: LifeBuoy,
    noun: ['unanswered ticket'],
    what: 'People who wait for an answer',
    to: paths.support,
  },
  tax_forms: {
    icon: FileCheck,
    noun: ['tax form'],
    what: 'Forms that organizations uploaded',
    to: paths.taxForms,
  },
  disputes: {
    icon: Scale,
    noun: ['dispute'],
    what: 'The parties could not settle: yours to decide',
    to: paths.adminDisputes,
  },
  rulings: {
    icon: Stamp,
    noun: ['drafted decision'],
    what: 'Somebody else than the drafter has to confirm',
    to: paths.adminDisputes,
  },
  adjustments: {
    icon: FilePen,
    noun: ['adjustment'],
    what: 'Somebody else than the proposer has to decide',
    to: `${paths.ledger}?tab=adjustments`,
  },
  breaks: {
    icon: TriangleAlert,
    noun: ['difference'],
    what: 'The bank’s statement and the books do not agree',
    to: `${paths.ledger}?tab=reconciliation`,
    isTrouble: true,
  },
  payouts: {
    icon: Banknote,
    noun: ['stuck payout'],
    what: 'The bank refuses to pay a vendor',
    to: `${paths.ledger}?tab=payouts`,
    isTrouble: true,
  },
  jobs: {
    icon: ListChecks,
    noun: ['failed job'],
    what: 'All their tries are used up',
    to: paths.jobs,
    isTrouble: true,
  },
  mails: {
    icon: MailWarning,
    noun: ['refused mail'],
    what: 'The recipient’s server will not have them',
    to: `${paths.mails}?state=failed`,
    isTrouble: true,
  },
}

/** Lists the tasks that only staff can do, each with a link to its list. */
export function WaitingForStaff({ waiting }: { waiting: readonly Waiting[] }) {
  const tasks = waiting.filter((task) => task.count > 0)
  const isDone = waiting.filter((task) => task.count === 0)
  return (
    <Panel title="Waiting for you" flush>
      {tasks.length === 0 && (
        <p className="flex items-center gap-2.5 border-t px-4 py-5 text-base md:px-5">
          <CircleCheck className="size-[18px] text-st-success-fg" aria-hidden />
          Nothing waits for you.
        </p>
      )}
      <ul className="divide-y border-t empty:hidden">
        {tasks.map((task) => (
          <WaitingRow key={task.task} waiting={task} />
        ))}
      </ul>
      {tasks.length > 0 && isDone.length > 0 && (
        <p className="border-t bg-sunken px-4 py-3 text-muted-foreground text-sm md:px-5">
          Nothing else waits: no {isDone.map(({ task }) => counted(task, 2)).join(', no ')}.
        </p>
      )}
    </Panel>
  )
}

const counted = (task: StaffTask, number: number) => {
  const [one, many = `${one}s`] = variants[task].noun
  return number === 1 ? one : many
}

function WaitingRow({
  waiting: { task, count: number, oldestAt, pressingCount },
}: {
  waiting: Waiting
}) {
  const { icon: Icon, what, to, isTrouble } = variants[task]
  return (
    <li>
      <Link
        to={to}
        className="group flex items-center gap-3.5 px-4 py-3 hover:bg-accent/60 focus-visible:-outline-offset-2 md:px-5"
      >
        <span
          aria-hidden
          className={cn(
            'grid size-9 shrink-0 place-items-center rounded-sm',
            isTrouble ? 'bg-st-danger-bg text-st-danger-fg' : 'bg-st-warn-bg text-st-warn-fg',
          )}
        >
          <Icon className="size-[18px]" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">
            <span className="num">{count(number)}</span> {counted(task, number)}
            {pressingCount > 0 && (
              <span className="ml-2 font-medium text-destructive text-sm">
                {plural(pressingCount, 'is', 'are')} urgent or high
              </span>
            )}
          </span>
          <span className="block text-muted-foreground text-sm">{what}</span>
        </span>
        {oldestAt && (
          <span className="shrink-0 text-right text-muted-foreground text-sm max-sm:hidden">
            {number > 1 ? 'Oldest ' : ''}
            <TimeText at={oldestAt} />
          </span>
        )}
        <ChevronRight
          className="size-4 shrink-0 text-muted-foreground transition-transform group-hover:translate-x-0.5"
          aria-hidden
        />
      </Link>
    </li>
  )
}
