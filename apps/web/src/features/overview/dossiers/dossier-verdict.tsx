import {
  type DossierState,
  dossierFindingText,
  dossierLimits,
  dossierStateTexts,
} from '@semblance/contract'
import { BadgeCheck, CircleHelp, LoaderCircle, ShieldAlert } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import type { useDossier } from './use-dossier.ts'

const looks = {
  good: {
    icon: BadgeCheck,
    className: 'border-st-success-dot/40 bg-st-success-bg text-st-success-fg',
  },
  bad: {
    icon: ShieldAlert,
    className: 'border-st-danger-dot/40 bg-st-danger-bg text-st-danger-fg',
  },
  open: { icon: CircleHelp, className: 'border-border bg-card text-foreground' },
  waiting: { icon: LoaderCircle, className: 'border-border bg-card text-foreground' },
}

const lookOf: Record<DossierState, keyof typeof looks> = {
  valid: 'good',
  incomplete: 'open',
  unknown_key: 'open',
  altered: 'bad',
  unreadable: 'bad',
}

const waiting = { title: 'Checking', text: 'Your browser reads the file and checks it.' }
const unable = {
  title: 'Not checked',
  text: 'This browser cannot check the signatures: it is too old, or this page is not a secure (https) one. Use the command that this page shows.',
}

type VerdictProps = { name: string; verification: ReturnType<typeof useDossier> }

/** Shows first what the verification found, as a whole and place by place. */
export function DossierVerdict({ name, verification: { data, isError } }: VerdictProps) {
  const { icon: Icon, className } = looks[data ? lookOf[data.state] : isError ? 'open' : 'waiting']
  const { title, text } = data ? dossierStateTexts[data.state] : isError ? unable : waiting
  return (
    <div role="status" className={cn('flex gap-3 rounded-lg border p-4 md:p-5', className)}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold text-md">{title}</p>
        <p className="mono break-all text-sm">{name}</p>
        <p className="mt-1 max-w-[90ch] text-base">{text}</p>
        {data && data.findings.length > 0 && (
          <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm">
            {data.findings.map((finding) => (
              <li key={`${finding.id} ${finding.place}`} className="break-words">
                {dossierFindingText(finding)}
              </li>
            ))}
          </ul>
        )}
        {data?.state === 'valid' && <p className="mt-2 max-w-[90ch] text-sm">{dossierLimits}</p>}
      </div>
    </div>
  )
}
