import { type Answering, formatDollarsBriefly, type Side } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { cn } from '@/lib/cn.ts'
import { dateTime, plural } from '@/lib/format.ts'
import { useMayCheck } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session-context.ts'
import { AnsweringDialog } from './answering-dialog.tsx'
import { listPrices } from './answering-draft.ts'
import { idleTexts, offTexts } from './answering-texts.ts'

type AnsweringSectionProps = {
  dprId: string
  side: Side
  heading: 'h2' | 'h4'
  className?: string
}

/** Shows whether proposals are answered by rules of the own organization, and lets its members state and stop them. */
export function AnsweringSection({
  dprId,
  side,
  heading: Heading,
  className,
}: AnsweringSectionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const titleId = useId()
  const { status, isStaff } = useAuth()
  const signInFirst = useRequireSignIn()
  const mayState = useMayCheck()([side === 'client' ? 'request' : 'sell'])
  const query = useQuery({
    ...orpc.answering.get.queryOptions({ input: { dprId } }),
    enabled: status === 'signed-in' && !isStaff,
  })
  if (isStaff) return null // rules are the parties' alone
  const answering = query.data
  const problem = query.error && !answering ? toProblem(query.error) : null
  if (problem?.code === 'not_found' || answering?.state === 'closed') return null
  const isOn = answering?.state === 'on'
  return (
    <section aria-labelledby={titleId} className={cn('grid gap-2', className)}>
      <div className="flex flex-wrap items-center gap-2">
        <Heading
          id={titleId}
          className={cn('font-semibold', Heading === 'h2' ? 'text-md' : 'text-sm')}
        >
          Automatic answers
        </Heading>
        {answering && answering.state !== 'none' && (
          <span
            className={cn(
              'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs',
              isOn ? 'bg-st-info-bg text-st-info-fg' : 'bg-st-neutral-bg text-st-neutral-fg',
            )}
          >
            <Bot className="size-3.5" aria-hidden />
            {isOn ? 'On' : 'Off'}
          </span>
        )}
      </div>
      {isOn ? (
        <Summary answering={answering} />
      ) : (
        <p className="text-muted-foreground text-sm">
          {problem
            ? `Not loaded. ${problem.message}`
            : ((answering && idleTexts[answering.state]) ?? offTexts[side])}
        </p>
      )}
      {problem && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          loading={query.isFetching}
          onClick={() => query.refetch()}
        >
          Try again
        </Button>
      )}
      {mayState && !problem && answering?.state !== 'ended_here' && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            disabled={status === 'signed-in' && !answering}
            onClick={() => signInFirst(() => setIsOpen(true))}
          >
            {isOn ? 'Change rules' : 'Answer automatically'}
          </Button>
          {(isOn || answering?.state === 'member_gone') && <StopAnswering dprId={dprId} />}
        </div>
      )}
      {isOpen && answering && (
        <AnsweringDialog answering={answering} onClose={() => setIsOpen(false)} />
      )}
    </section>
  )
}

/** Shows rules that are on: whose they are, how far they go, what they did. */
function Summary({ answering }: { answering: Answering }) {
  const { side, rules, memberName, statedAt, answersMade, isPartlyOverLimit } = answering
  if (!rules) return null
  const bound = `${side === 'client' ? 'above' : 'below'} ${formatDollarsBriefly(rules.priceBoundCents)}`
  const lines = [
    `In the name of ${memberName ?? 'a member'}${statedAt ? ` since ${dateTime(statedAt)}` : ''}`,
    `Furthest prices: ${listPrices(side, rules)}; never ${bound}`,
    `${plural(answersMade, 'answer')} made${rules.mayApprove ? '; may approve' : '; approves nothing'}`,
    ...(isPartlyOverLimit
      ? [
          `Answers that cost more, with the fee, than ${memberName ?? 'the member'} may spend now are left to people.`,
        ]
      : []),
    ...(side === 'client'
      ? [
          'With each vendor they end once used up, after one approval, when a member of yours acts by hand, or when either side asks for people.',
        ]
      : []),
    'Only your organization sees this.',
  ]
  return (
    <ul className="num grid gap-1 text-muted-foreground text-sm">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function StopAnswering({ dprId }: { dprId: string }) {
  const queries = useQueryClient()
  const stop = useMutation(
    orpc.answering.stop.mutationOptions({
      onError: (error) => notify.error('Automatic answers not stopped', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.answering.key() }),
    }),
  )
  return (
    <Button
      variant="destructive-outline"
      size="sm"
      loading={stop.isPending}
      onClick={() => stop.mutate({ dprId })}
    >
      Stop
    </Button>
  )
}
