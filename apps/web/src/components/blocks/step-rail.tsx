import { Check } from 'lucide-react'
import { cn } from '@/lib/cn.ts'

type Step<Id extends string> = { id: Id; title: string; note: string; isDone: boolean }

type StepRailProps<Id extends string> = {
  label: string
  steps: readonly Step<Id>[]
  now: Id
  onChoose: (id: Id) => void
}

/** Shows the steps of a form: done, the present one, to do; a bar on narrow screens. */
export function StepRail<Id extends string>({ label, steps, now, onChoose }: StepRailProps<Id>) {
  const place = steps.findIndex(({ id }) => id === now)
  const present = steps[place]
  return (
    <nav aria-label={label}>
      <ol className="grid max-lg:auto-cols-fr max-lg:grid-flow-col max-lg:gap-1.5">
        {steps.map((step, index) => (
          <li key={step.id} className="relative lg:pb-4">
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={cn(
                  'absolute top-6 bottom-0 left-[10.5px] hidden w-px lg:block',
                  step.isDone ? 'bg-st-success-dot' : 'bg-border-strong',
                )}
              />
            )}
            <button
              type="button"
              aria-current={step.id === now ? 'step' : undefined}
              onClick={() => onChoose(step.id)}
              className="flex w-full gap-3 rounded-xs text-left max-lg:min-h-6 max-lg:items-center"
            >
              <Mark number={index + 1} isDone={step.isDone} isNow={step.id === now} />
              <span className="min-w-0 max-lg:sr-only">
                <span
                  className={cn(
                    'block leading-[22px]',
                    step.id === now && 'font-medium',
                    step.id !== now && !step.isDone && 'text-muted-foreground',
                  )}
                >
                  {step.title}
                </span>
                <span className="block text-muted-foreground text-xs">{step.note}</span>
              </span>
              <span
                aria-hidden
                className={cn(
                  'h-1 w-full rounded-full lg:hidden',
                  step.id === now
                    ? 'bg-primary'
                    : step.isDone
                      ? 'bg-st-success-dot'
                      : 'bg-border-strong',
                )}
              />
            </button>
          </li>
        ))}
      </ol>
      {present && (
        <p className="text-muted-foreground text-sm lg:hidden">
          <span className="font-medium text-foreground">
            {place + 1} of {steps.length}, {present.title}.
          </span>{' '}
          {present.note}
        </p>
      )}
    </nav>
  )
}

function Mark({ number, isDone, isNow }: { number: number; isDone: boolean; isNow: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'relative z-10 grid size-[22px] shrink-0 place-items-center rounded-full font-semibold text-xs max-lg:hidden',
        isNow
          ? 'bg-card text-primary ring-2 ring-primary ring-inset'
          : isDone
            ? 'bg-st-success-dot text-card'
            : 'bg-card text-muted-foreground ring-1 ring-border-strong ring-inset',
      )}
    >
      {isDone && !isNow ? <Check className="size-3" strokeWidth={3.2} /> : number}
    </span>
  )
}
