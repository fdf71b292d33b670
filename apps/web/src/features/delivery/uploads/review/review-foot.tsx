import {
  type DeliveryForecast,
  type EstimatedTable,
  epsilonText,
  estimatedTable,
  isNumberKind,
  isTimeKind,
  type ReviewChoices,
  type ReviewedTable,
} from '@semblance/contract'
import { Columns3, Gauge, type LucideIcon, ShieldHalf } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccuracyEstimate } from '@/components/blocks/accuracy/use-accuracy-estimate.ts'
import { percent } from '@/lib/format.ts'

type ReviewFootProps = {
  tables: readonly ReviewedTable[]
  chosen: ReviewChoices
  forecast: DeliveryForecast | undefined
  /** Buttons, the primary one last. */
  actions: ReactNode
}

/** Shows the expected accuracy and cost of the delivery, always in view below the review. */
export function ReviewFoot({ tables, chosen, forecast, actions }: ReviewFootProps) {
  const all = tables.reduce((sum, { columns }) => sum + columns.length, 0)
  const dropped = chosen.choices.filter(({ drop }) => drop).length
  const estimate = useAccuracyEstimate(estimatedOf(tables, chosen, forecast))
  const agreed = forecast?.minAccuracyPercent
  return (
    <div className="sticky bottom-0 z-30 flex flex-wrap items-center gap-x-8 gap-y-3 rounded-lg border bg-card px-4 py-3 shadow-float max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] md:px-5">
      <dl className="flex min-w-0 flex-1 flex-wrap gap-x-8 gap-y-2 max-md:basis-full max-md:justify-between max-md:gap-x-3">
        {estimate && (
          <Fact
            icon={Gauge}
            term="Pairs, of what a fresh real sample keeps"
            value={`${estimate.accuracyPercent}% ± ${estimate.errorPoints}`}
            note={
              agreed == null ? 'a third of the score' : `agreed for the whole score: ${agreed}%`
            }
          />
        )}
        {forecast && (
          <Fact
            icon={ShieldHalf}
            term="Privacy cost"
            value={`ε ${epsilonText(forecast.epsilon)}`}
            note={
              forecast.fits
                ? `${percent(forecast.share, forecast.share < 0.01 ? 1 : 0)} of the account`
                : 'does not fit the account'
            }
          />
        )}
        <Fact
          icon={Columns3}
          term="Columns"
          value={`${all - dropped} of ${all}`}
          note={dropped === 0 ? 'none left out' : `${dropped} left out`}
        />
      </dl>
      <div className="flex gap-2 max-md:w-full max-md:flex-wrap max-md:[&>button]:flex-1">
        {actions}
      </div>
    </div>
  )
}

type FactProps = { icon: LucideIcon; term: string; value: string; note: string }

function Fact({ icon: Icon, term, value, note }: FactProps) {
  return (
    <div className="flex gap-2.5">
      <Icon className="mt-1 size-4 shrink-0 text-muted-foreground max-md:hidden" aria-hidden />
      <div>
        <dt className="text-muted-foreground text-xs">{term}</dt>
        <dd className="num text-sm md:whitespace-nowrap">
          <span className="font-semibold">{value}</span>{' '}
          <span className="text-muted-foreground text-xs max-md:block">{note}</span>
        </dd>
      </div>
    </div>
  )
}

/**
 * Describes the sole table as it is chosen; null for several, whose accuracies differ, and for rows of people or in time,
 * whose noise the estimate does not know.
 */
function estimatedOf(
  tables: readonly ReviewedTable[],
  { choices, tables: relations }: ReviewChoices,
  forecast: DeliveryForecast | undefined,
): EstimatedTable | null {
  const [table, ...others] = tables
  if (!table || others.length > 0 || !forecast) return null
  if (relations.some(({ entity, series }) => entity || series)) return null
  const own = new Map(choices.map((choice) => [choice.column, choice]))
  const learned = table.columns
    .filter(({ name }) => !own.get(name)?.drop)
    .map(({ name, kind }) => own.get(name)?.kind ?? kind)
    .filter((kind) => kind !== 'pii' && kind !== 'key' && kind !== 'text')
  const described = {
    rows: table.rows,
    columns: learned.length,
    orderedColumns: learned.filter((kind) => isNumberKind(kind) || isTimeKind(kind)).length,
    privacyLevel: forecast.privacyLevel,
  }
  return estimatedTable.safeParse(described).data ?? null
}
