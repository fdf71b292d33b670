import type { OwnAuditRow } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, ShieldCheck, TriangleAlert } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { cn } from '@/lib/cn.ts'
import { plural } from '@/lib/format.ts'
import { type RowsVerdict, verifyRows } from './verify-rows.ts'

/** Checks the rows that are listed against the transparency log, and says what was found. */
export function VerifyChain({ rows }: { rows: readonly OwnAuditRow[] }) {
  const verify = useMutation({
    mutationFn: () => verifyRows(rows),
    onError: (error) => notifyProblem('The rows were not checked', error),
  })
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="outline"
        loading={verify.isPending}
        disabled={rows.length === 0}
        onClick={() => verify.mutate()}
      >
        {!verify.isPending && <ShieldCheck aria-hidden />}
        Verify Chain
      </Button>
      <div role="status" className="min-w-0 flex-1">
        {verify.data ? (
          <Found verdict={verify.data} />
        ) : (
          <p className="text-muted-foreground text-sm">
            Checks in this browser that the listed rows are entries of the transparency log.
          </p>
        )}
      </div>
    </div>
  )
}

function Found({ verdict }: { verdict: RowsVerdict }) {
  const { tone, Icon, says } = standingOf(verdict)
  return (
    <p className={cn('flex items-start gap-2 text-sm', tone)}>
      <Icon className="mt-0.5 size-4 shrink-0" role="img" aria-label={says} />
      <span>{sentencesOf(verdict).join(' ')}</span>
    </p>
  )
}

function standingOf({ broken, closed, unlogged, unknown }: RowsVerdict) {
  if (broken.length > 0) return { tone: 'text-destructive', Icon: TriangleAlert, says: 'Differs' }
  if (closed + unlogged + unknown > 0)
    return { tone: 'text-muted-foreground', Icon: CircleDashed, says: 'Cannot tell of all' }
  return { tone: 'text-st-success-fg', Icon: CircleCheck, says: 'Proved' }
}

function sentencesOf({ proved, closed, unlogged, unknown, broken }: RowsVerdict): string[] {
  return [
    ...(broken.length > 0
      ? [
          `${plural(broken.length, 'row')} differ${broken.length === 1 ? 's' : ''} from the log: number ${broken.map(String).join(', ')}. Contact support.`,
        ]
      : []),
    ...(proved > 0
      ? [
          `${plural(proved, 'row')} lead${proved === 1 ? 's' : ''} to a signed root of the log, with the account that acted. Names are those of the accounts now.`,
        ]
      : []),
    ...(closed > 0
      ? [
          `${plural(closed, 'row')} of staff or closed accounts: the entry is in the log; its content cannot be told, as it names the person.`,
        ]
      : []),
    ...(unlogged > 0
      ? [`${plural(unlogged, 'row')}: cannot tell, before the log or on the way into it.`]
      : []),
    ...(unknown > 0 ? [`${plural(unknown, 'row')}: cannot tell, no key of the log is known.`] : []),
  ]
}
