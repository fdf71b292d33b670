import {
  epsilonText,
  guaranteeText,
  measuringReasonTexts,
  type ReviewChoices,
  type RunForecast,
  type SourceChoice,
  sourceChoice,
} from '@semblance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { cn } from '@/lib/cn.ts'
import { date } from '@/lib/format.ts'

type ForecastProps = {
  contractId: string
  chosen: ReviewChoices
  source: SourceChoice | undefined
}

/** States before the submission whether the data is measured or drawn from what was, and what the account is charged. */
export function Forecast(props: ForecastProps) {
  const { contractId, chosen, source } = useDeferredValue(props)
  const isNamed = source === undefined || sourceChoice.safeParse(source).success
  const { data, error, isPlaceholderData } = useQuery({
    ...orpc.deliveries.forecast.queryOptions({ input: { contractId, source, ...chosen } }),
    enabled: isNamed,
    placeholderData: keepPreviousData,
  })
  if (error) return <p className="mt-4 text-sm text-st-warn-fg">{toProblem(error).message}</p>
  if (!data) return null
  return (
    <section
      aria-label="What this delivery costs the account"
      aria-live="polite"
      aria-busy={isPlaceholderData}
      className={cn('mt-4 border-t pt-4', isPlaceholderData && 'opacity-60')}
    >
      <p className="max-w-[80ch] font-medium">{headline(data)}</p>
      <p className="mt-1 max-w-[80ch] text-muted-foreground text-sm">{explanation(data)}</p>
      <DescriptionList
        className="mt-2"
        rows={[
          { term: 'Spent or reserved before', value: guaranteeText(data.before) },
          { term: 'With this delivery, at most', value: guaranteeText(data.with) },
          { term: 'Limit', value: `ε ${epsilonText(data.limitEpsilon)}` },
        ]}
      />
      {!data.fits && (
        <p className="mt-2 text-sm text-st-warn-fg">
          This does not fit. An administrator of your organization can raise the limit on the page
          Sources.
        </p>
      )}
    </section>
  )
}

const headline = ({ drawsFrom }: RunForecast): string =>
  drawsFrom
    ? 'This delivery is drawn from what was measured before, and charges its report alone.'
    : 'This delivery is measured, and charged in full.'

function explanation({ drawsFrom, reason }: RunForecast): string {
  if (!drawsFrom) return reason ? measuringReasonTexts[reason] : ''
  const { deal, measuredAt } = drawsFrom
  const when = measuredAt ? ` of ${date(measuredAt)}` : ''
  return `The model is that of the measurement${when} for ${deal}. If it turns out to be unreadable, the data is measured and charged in full, if that fits.`
}
