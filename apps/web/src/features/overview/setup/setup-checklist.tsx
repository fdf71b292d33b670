import type { Setup } from '@semblance/contract'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { cn } from '@/lib/cn.ts'
import { useMayCheck } from '@/lib/session/may.ts'
import { setupTexts } from './setup-steps.ts'

type Step = Setup['steps'][number]
type SetupChecklistProps = { name: string; steps: readonly Step[]; className?: string }

/** Lists the first steps of an organization; the first one open is the one to take now. */
export function SetupChecklist({ name, steps, className }: SetupChecklistProps) {
  const may = useMayCheck()
  const done = steps.filter(({ isDone }) => isDone).length
  const canDo = ({ id }: Step) => {
    const { needs } = setupTexts[id]
    return needs === undefined || may([needs])
  }
  const now = steps.find((step) => !step.isDone && canDo(step))?.id
  return (
    <section aria-label={`Set up ${name}`} className={cn('card overflow-hidden', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-4 md:px-5">
        <h2 className="font-semibold text-lg [overflow-wrap:anywhere]">Set up {name}</h2>
        <div className="flex items-center gap-3">
          <Progress value={(100 * done) / steps.length} label="Steps done" className="w-[120px]" />
          <span className="num text-base text-muted-foreground">
            {done} of {steps.length}
          </span>
        </div>
      </div>
      <ol className="divide-y border-t">
        {steps.map((step) => (
          <StepRow key={step.id} step={step} isNow={step.id === now} canDo={canDo(step)} />
        ))}
      </ol>
    </section>
  )
}

function StepRow({ step, isNow, canDo }: { step: Step; isNow: boolean; canDo: boolean }) {
  const { title, note, link } = setupTexts[step.id]
  return (
    <li
      aria-current={isNow ? 'step' : undefined}
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 md:px-5',
        isNow && 'bg-primary-soft',
      )}
    >
      <StepMark isDone={step.isDone} isNow={isNow} />
      <div className="min-w-0 flex-1 basis-52">
        <p className={cn('text-md', step.isDone ? 'text-muted-foreground' : 'font-medium')}>
          {title}
          {step.isOptional && !step.isDone && (
            <span className="font-normal text-muted-foreground"> (optional)</span>
          )}
        </p>
        {!step.isDone && (
          <p className="text-base text-muted-foreground">
            {canDo
              ? note
              : `${note} Your role does not include this: an administrator can do it, or give you one that does.`}
          </p>
        )}
      </div>
      {!step.isDone && link && canDo && (
        <Button asChild size="sm" variant={isNow ? 'primary' : 'outline'}>
          <Link to={link.to}>{link.label}</Link>
        </Button>
      )}
    </li>
  )
}

function StepMark({ isDone, isNow }: { isDone: boolean; isNow: boolean }) {
  return (
    <span
      role="img"
      aria-label={isDone ? 'Done' : 'To do'}
      className={cn(
        'grid size-[22px] shrink-0 place-items-center rounded-full border',
        isDone && 'border-transparent bg-st-success-dot text-white',
        !isDone && (isNow ? 'border-2 border-primary' : 'border-border-strong'),
      )}
    >
      {isDone && <Check className="size-3.5" strokeWidth={3} aria-hidden />}
      {!isDone && isNow && <span className="size-2.5 rounded-full bg-primary" />}
    </span>
  )
}
