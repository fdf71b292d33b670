import { estimatedTableOf, type PriceEstimate, privacyEpsilons } from '@semblance/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAccuracyEstimate } from '@/components/blocks/accuracy/use-accuracy-estimate.ts'
import { Panel } from '@/components/blocks/panel.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { LikeContracts } from '@/components/viz/like-contracts.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { DprFormInput } from './dpr-form-schema.ts'
import type { StartedDprForm } from './dpr-form-values.ts'
import { type DprViewModel, toDprViewModel } from './dpr-view-model.ts'

/** Says what is realistic while a request is typed; it never keeps it from being posted. */
export function Realistic() {
  const { control } = useFormContext<DprFormInput>()
  const typed = useWatch({ control }) as Partial<StartedDprForm>
  const dpr = toDprViewModel(typed, new Date(0))
  const query = useQuery(
    orpc.estimates.price.queryOptions({
      input: questionOf(dpr) ?? skipToken,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <aside
      aria-label="What is realistic"
      className="max-xl:col-start-1 max-xl:col-end-[-1] xl:sticky xl:top-16"
    >
      <Panel title="What is realistic">
        <Prices dpr={dpr} estimate={query.data} isGone={query.isError} />
        <Accuracy dpr={dpr} />
        <p className="mt-3 border-t pt-3 text-muted-foreground text-xs">
          From the mean of the lower half of past contracts to that of the upper half, rounded. A
          guide, not a promise. Vendors usually answer within 5-7 business days.
        </p>
      </Panel>
    </aside>
  )
}

function questionOf({ category, privacyLevel, dataContract, minRecords }: DprViewModel) {
  if (!category) return null
  const columns = dataContract?.schema.flatMap((table) => table.properties).length
  return {
    category,
    privacyLevel,
    ...(columns && { columns }),
    ...(minRecords && { records: minRecords }),
  }
}

type PricesProps = {
  dpr: DprViewModel
  estimate: PriceEstimate | null | undefined
  /** True if the server did not answer. */
  isGone: boolean
}

function Prices({ dpr, estimate, isGone }: PricesProps) {
  const { budgetMinCents: from, budgetMaxCents: to } = dpr
  if (!dpr.category) return <Note>Choose a category for an estimate.</Note>
  if (isGone) return <Note>The estimate is unavailable right now. You can post without it.</Note>
  if (estimate === undefined) return <Note>Looking for contracts like this …</Note>
  if (estimate === null)
    return <Note>Too few contracts so far to say what is usual without showing single ones.</Note>
  const middle = from !== null && to !== null && to >= from ? Number(from + to) / 2 : null
  return (
    <>
      <LikeContracts
        estimate={estimate}
        marks={middle === null ? [] : [{ id: 'own', name: 'Your middle', cents: middle }]}
      />
      {to !== null && <p className="mt-1 text-sm">{againstMarket(to, estimate)}</p>}
    </>
  )
}

function againstMarket(to: bigint, { lowCents, highCents }: PriceEstimate): string {
  if (to < lowCents) return 'Your budget ends below the usual prices of these contracts.'
  return to > highCents
    ? 'Your budget reaches above the usual prices of these contracts.'
    : 'Your budget ends within the usual prices of these contracts.'
}

function Accuracy({ dpr }: { dpr: DprViewModel }) {
  const estimate = useAccuracyEstimate(estimatedTableOf(dpr))
  const epsilon = privacyEpsilons[dpr.privacyLevel]
  if (!estimate)
    return (
      <p className="mt-3 text-muted-foreground text-sm">
        Columns and minimum records add the accuracy of pairs to expect at ε ≤ {epsilon}.
      </p>
    )
  const { accuracyPercent, errorPoints } = estimate
  const [low, high] = [accuracyPercent - errorPoints, Math.min(100, accuracyPercent + errorPoints)]
  const isRare = dpr.minAccuracyPercent !== null && dpr.minAccuracyPercent > high
  return (
    <div className="mt-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-muted-foreground text-sm">
          Accuracy of pairs to expect at ε ≤ {epsilon}
        </span>
        <span className="num font-semibold">
          {low.toFixed(1)} – {high.toFixed(1)}%
        </span>
      </p>
      <Progress value={accuracyPercent} label="Accuracy of pairs to expect" className="mt-1.5" />
      {isRare && (
        <p className="mt-2 rounded-md bg-st-warn-bg px-3 py-2 text-sm text-st-warn-fg">
          {dpr.minAccuracyPercent}% is more than pairs of columns can be expected to reach at ε ≤{' '}
          {epsilon}. They are a third of the score; you may still ask for it.
        </p>
      )}
    </div>
  )
}

function Note({ children }: { children: string }) {
  return <p className="text-base text-muted-foreground">{children}</p>
}
