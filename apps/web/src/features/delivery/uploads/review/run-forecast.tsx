import { measuringReasonTexts, type RunForecast } from '@semblance/contract'
import { PrivacyAccount } from '@/components/viz/privacy-account.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { cn } from '@/lib/cn.ts'
import { date } from '@/lib/format.ts'
import type { Desk } from '../desk.ts'
import type { ForecastQuery } from './use-forecast.ts'

type ForecastProps = ForecastQuery & { texts: Desk['texts'] }

/** States before the submission whether the data is measured or drawn from what was, and what the account is charged. */
export function Forecast({ texts, data, error, isPlaceholderData }: ForecastProps) {
  if (error) return <p className="mt-4 text-sm text-st-warn-fg">{toProblem(error).message}</p>
  if (!data) return null
  return (
    <section
      aria-label={texts.cost}
      aria-live="polite"
      aria-busy={isPlaceholderData}
      className={cn('mt-4 border-t pt-4', isPlaceholderData && 'opacity-60')}
    >
      <p className="max-w-[80ch] font-medium">
        {texts.subject} {headline(data)}
      </p>
      <p className="mt-1 mb-3 max-w-[80ch] text-muted-foreground text-sm">{explanation(data)}</p>
      <div className="max-w-[520px]">
        <PrivacyAccount
          limit={data.limitEpsilon}
          together={data.with}
          spentBefore={{
            label: 'Spent or reserved before',
            share: data.beforeShare,
            epsilon: data.before.epsilon,
          }}
          reserved={{
            label: `${texts.subject}, at most`,
            share: data.share,
            epsilon: data.epsilon,
          }}
        />
      </div>
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
    ? 'is drawn from what was measured before, and charges its report alone.'
    : 'is measured, and charged in full.'

function explanation({ drawsFrom, reason }: RunForecast): string {
  if (!drawsFrom) return reason ? measuringReasonTexts[reason] : ''
  const { deal, twinTitle, measuredAt } = drawsFrom
  const when = measuredAt ? ` of ${date(measuredAt)}` : ''
  return `The model is that of the measurement${when} for ${twinTitle ?? deal}. If it turns out to be unreadable, the data is measured and charged in full, if that fits.`
}
