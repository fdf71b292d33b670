import { type DossierFinding, leafTypeLabels } from '@semblance/contract'
import { type DossierFacts, inLogOrder } from '@semblance/contract/verify-dossier'
import {
  BadgeCheck,
  Check,
  CircleHelp,
  FilePen,
  FileText,
  HandCoins,
  type LucideIcon,
  PackageCheck,
  Scale,
  Trash2,
  X,
} from 'lucide-react'
import { ShortHash } from '@/components/blocks/text/short-hash.tsx'
import { cn } from '@/lib/cn.ts'
import { count, dateTime, dayMonth } from '@/lib/format.ts'

type Step = DossierFacts['steps'][number]

/** Lists the steps of a deal in the order in which they were logged, those on their way last, each with its place in the log and what was found of it. */
export function DossierSteps({
  steps,
  findings,
}: {
  steps: readonly Step[]
  findings: readonly DossierFinding[]
}) {
  if (steps.length === 0) return null
  const faulty = new Map(findings.map(({ place, id }) => [place, id]))
  return (
    <ol aria-label="Steps of the deal" className="card divide-y">
      {inLogOrder(steps).map((step) => (
        <StepRow key={step.place} step={step} fault={faulty.get(step.place) ?? null} />
      ))}
    </ol>
  )
}

/** Steps of money have the ink of money, all others that of the platform. */
const looks: [prefix: string, icon: LucideIcon, isMoney: boolean][] = [
  ['escrow', HandCoins, true],
  ['fee', HandCoins, true],
  ['ledger', HandCoins, true],
  ['agreement', FilePen, false],
  ['certificate', BadgeCheck, false],
  ['original', Trash2, false],
  ['delivery', PackageCheck, false],
  ['dispute', Scale, false],
]

function StepRow({ step, fault }: { step: Step; fault: DossierFinding['id'] | null }) {
  const { payload, commitment, index } = step
  const [, Icon, isMoney] = looks.find(([prefix]) => payload.type.startsWith(`${prefix}.`)) ?? [
    '',
    FileText,
    false,
  ]
  const found = index === null ? 'waiting' : fault ? 'wrong' : 'proven'
  return (
    <li
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_70px_70px_auto_20px] md:px-5',
        found === 'wrong' && 'bg-st-danger-bg',
      )}
    >
      <span
        aria-hidden
        className={cn(
          'grid size-8 place-items-center rounded-sm',
          isMoney ? 'bg-brass-soft text-st-warn-fg' : 'bg-primary-soft text-primary',
        )}
      >
        <Icon className="size-4" />
      </span>
      <span className="font-medium">{leafTypeLabels[payload.type]}</span>
      <time
        dateTime={new Date(payload.at).toISOString()}
        title={dateTime(payload.at)}
        className="num text-muted-foreground text-sm max-md:hidden"
      >
        {dayMonth(payload.at)}
      </time>
      <span className="num text-muted-foreground text-sm max-md:hidden">
        {index === null ? '' : `#${count(index)}`}
      </span>
      <ShortHash
        value={commitment}
        className="text-muted-foreground max-md:col-start-2 max-md:row-start-2"
      />
      <Mark found={found} />
    </li>
  )
}

const marks = {
  proven: { icon: Check, word: 'In the log', color: 'text-st-success-fg' },
  waiting: { icon: CircleHelp, word: 'On its way to the log', color: 'text-st-warn-fg' },
  wrong: { icon: X, word: 'Not as the log has it', color: 'text-st-danger-fg' },
}

function Mark({ found }: { found: keyof typeof marks }) {
  const { icon: Icon, word, color } = marks[found]
  return (
    <span title={word} className="max-md:col-start-3 max-md:row-start-1">
      <Icon className={cn('size-4.5', color)} aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  )
}
