import {
  type AccuracyEstimate,
  type EstimatedTable,
  priceAt,
  type Terms,
} from '@semblance/contract'
import { useController, useFormContext } from 'react-hook-form'
import { AccuracyChoice } from '@/components/blocks/accuracy/accuracy-choice.tsx'
import { EstimateNote } from '@/components/blocks/accuracy/estimate-note.tsx'
import {
  useAccuracyEstimate,
  useProposedMinimum,
} from '@/components/blocks/accuracy/use-accuracy-estimate.ts'
import { usdExact } from '@/lib/format.ts'
import { NumberField } from './detail-fields.tsx'
import type { TypedDetails } from './offer-draft.ts'

type AccuracyFieldsProps = {
  /** The table that the request describes, at the offered privacy level; null if it leaves it open. */
  table: EstimatedTable | null
  /** The terms as typed. */
  terms: Terms
}

/** Takes the minimum accuracy, proposed from the estimate where one is possible. */
export function MinimumAccuracyField({ table, terms }: AccuracyFieldsProps) {
  const { resetField } = useFormContext<TypedDetails>()
  const { field, fieldState } = useController<TypedDetails, 'accuracy'>({ name: 'accuracy' })
  const estimate = useAccuracyEstimate(table)
  useProposedMinimum(estimate, field.value, (value) =>
    resetField('accuracy', { defaultValue: value }),
  )
  return (
    <AccuracyChoice
      {...field}
      label="Minimum accuracy (%)"
      hint="The quality score in the report; a delivery below it goes back to you."
      placeholder="95"
      error={fieldState.error?.message}
      className="sm:col-span-2"
    >
      {table && estimate && (
        <EstimateNote table={table} estimate={estimate} minimum={terms.minAccuracyPercent} />
      )}
    </AccuracyChoice>
  )
}

/** Takes the terms of a price that depends on the accuracy. */
export function AccuracyPriceFields({ table, terms }: AccuracyFieldsProps) {
  const estimate = useAccuracyEstimate(table)
  return (
    <>
      <NumberField name="target" />
      <NumberField name="floor" />
      <p className="text-muted-foreground text-sm sm:col-span-2">
        {estimate ? adviceFrom(estimate, terms) : generalAdvice}
      </p>
    </>
  )
}

const generalAdvice =
  'The published accuracy carries noise: at ε = 1 about ±9 points with 1,200 rows, ±1 with 10,000. Let the price depend on it only where its interval is about ±1 point or less; otherwise chance decides a part of the price.'

/** The widest interval at which the price follows the accuracy rather than the noise. */
const TOLERABLE_NOISE_POINTS = 1

/** Says what noise does to a price that follows the accuracy, at the terms as typed. */
export function adviceFrom(
  { accuracyPercent, noisePoints }: AccuracyEstimate,
  terms: Terms,
): string {
  const at = (percent: number) => priceAt(terms, Math.round(10 * percent))
  const [low, high] = [accuracyPercent - noisePoints, accuracyPercent + noisePoints].map(
    (percent) => usdExact(Number(at(percent))),
  )
  const advice =
    noisePoints > TOLERABLE_NOISE_POINTS
      ? `The published accuracy will carry noise of about ±${noisePoints} points, so chance would decide a part of the price: a fixed price fits better.`
      : `The published accuracy will carry noise of about ±${noisePoints} points, little enough for the price to follow it.`
  const isTyped = terms.targetAccuracyPercent !== null && terms.floorPricePercent !== null
  return isTyped && terms.priceCents > 0n && terms.minAccuracyPercent !== null
    ? `${advice} At the estimated ${accuracyPercent}% the price would be ${usdExact(Number(at(accuracyPercent)))}; with that noise alone, between ${low} and ${high}.`
    : advice
}
