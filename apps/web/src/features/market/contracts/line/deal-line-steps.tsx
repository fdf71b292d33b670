import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { cn } from '@/lib/cn.ts'
import type { DealStep } from './deal-line.ts'

const dots: Record<DealStep['status'], string> = {
  completed: 'bg-st-success-dot text-card',
  in_progress: 'bg-card ring-2 ring-st-info-dot ring-inset',
  pending: 'bg-card ring-[1.5px] ring-border-strong ring-inset',
  delayed: 'bg-st-danger-dot text-card',
  failed: 'bg-st-danger-dot text-card',
}

type DealLineStepsProps = {
  steps: readonly DealStep[]
  /** Below a step that a party added. */
  renderActions: (step: DealStep) => ReactNode
}

/** Draws the steps of a deal from top to bottom: when, what, and the money that moved. */
export function DealLineSteps({ steps, renderActions }: DealLineStepsProps) {
  return (
    <ol>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className="relative grid grid-cols-[19px_minmax(0,1fr)] gap-x-3.5 pb-5 last:pb-0 md:grid-cols-[150px_19px_minmax(0,1fr)_auto]"
        >
          <span className="num pt-px text-right text-muted-foreground text-sm max-md:hidden">
            {step.when}
          </span>
          <Dot status={step.status} isLast={index === steps.length - 1} />
          <div className="min-w-0">
            <p className={cn('font-medium', step.status === 'pending' && 'text-muted-foreground')}>
              {step.title}
              <span className="sr-only">, {wordOf(step.status)}</span>
            </p>
            {step.detail && (
              <p className="max-w-[80ch] whitespace-pre-line text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {step.detail}
              </p>
            )}
            <p className="num mt-0.5 text-muted-foreground text-xs md:hidden">
              {[step.when, step.amount].filter(Boolean).join(', ')}
            </p>
            {renderActions(step)}
          </div>
          <span
            className={cn(
              'num whitespace-nowrap pt-px text-sm max-md:hidden',
              step.status === 'completed'
                ? 'text-muted-foreground'
                : 'font-medium text-brass-strong',
            )}
          >
            {step.amount}
          </span>
        </li>
      ))}
    </ol>
  )
}

const wordOf = (status: DealStep['status']) =>
  status === 'failed' ? 'Failed' : statusLabel('work', status)

function Dot({ status, isLast }: { status: DealStep['status']; isLast: boolean }) {
  return (
    <span aria-hidden className="relative">
      {!isLast && (
        <span
          className={cn(
            'absolute top-6 -bottom-5 left-[9px] w-px',
            status === 'completed' ? 'bg-st-success-dot' : 'bg-border-strong',
          )}
        />
      )}
      <span
        className={cn(
          'relative mt-0.5 grid size-[19px] place-items-center rounded-full',
          dots[status],
        )}
      >
        {status === 'completed' && <Check className="size-3" strokeWidth={3.2} />}
        {status === 'in_progress' && <span className="size-2 rounded-full bg-st-info-dot" />}
        {status === 'delayed' && <span className="font-bold text-xs leading-none">!</span>}
        {status === 'failed' && <X className="size-3" strokeWidth={3.2} />}
      </span>
    </span>
  )
}
