import {
  type DprDetail,
  dataFormatLabels,
  estimatedTableOf,
  licenseLine,
  paymentStructures,
  privacyLevelLabels,
  type Terms,
} from '@semblance/contract'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { NO_MINIMUM } from '@/components/blocks/accuracy/no-minimum.ts'
import { readLicense } from '@/components/blocks/license/license-draft.ts'
import { LicenseFieldset } from '@/components/blocks/license/license-fieldset.tsx'
import { MoreRowsFieldset } from '@/components/blocks/more-rows/more-rows-fieldset.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { AccuracyPriceFields, MinimumAccuracyField } from './accuracy-fields.tsx'
import { DeliverableRows } from './deliverable-rows.tsx'
import { ChoiceField, FormatsField, NumberField, SampleField } from './detail-fields.tsx'
import { daysOf, type OfferFormInput, typedTerms } from './offer-draft.ts'

const beside: readonly string[] = ['amount', 'timeline', 'description', 'terms']

type OfferDetailsProps = { dpr: DprDetail; sampleFile: ReactNode }

/** Shows what is filled in from the request: as one line, until the vendor opens it or a field needs an answer. */
export function OfferDetails({ dpr, sampleFile }: OfferDetailsProps) {
  const fieldsId = useId()
  const [isOpened, setOpened] = useState(false)
  const { errors } = useFormState<OfferFormInput>()
  const summary = useSummary()
  const isOpen = isOpened || Object.keys(errors).some((name) => !beside.includes(name))
  return (
    <>
      {!isOpen && (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={fieldsId}
          onClick={() => setOpened(true)}
          className="card flex w-full items-center gap-3.5 px-4 py-3 text-left hover:bg-accent/60 md:px-5"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-semibold text-md">Details (optional)</span>
            <span className="block text-muted-foreground text-sm">
              Filled in from the request: {summary}. Change what you offer differently.
            </span>
          </span>
          <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        </button>
      )}
      <div id={fieldsId} hidden={!isOpen}>
        <Panel
          title="Details (optional)"
          description="Filled in from the request. Change what you offer differently."
          bodyClassName="grid gap-5"
        >
          <DeliverableRows />
          <FormatsField />
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField name="sampleRecords" />
            <ChoiceField name="privacy" />
            <ChoiceField name="payment" hint="Which share is released at the start." />
            <ChoiceField name="delivery" />
            <ChoiceField name="support" />
            <NumberField name="services" />
            <AccuracyTerms dpr={dpr} />
          </div>
          <MoreRowsFieldset />
          <LicenseFieldset />
          <SampleField />
          {sampleFile}
        </Panel>
      </div>
    </>
  )
}

/** Returns the details in one line. */
function useSummary(): string {
  const [formats, privacy, payment, accuracy, license] = useWatch<
    OfferFormInput,
    ['formats', 'privacy', 'payment', 'accuracy', 'license']
  >({ name: ['formats', 'privacy', 'payment', 'accuracy', 'license'] })
  const terms = readLicense(license)
  return [
    formats.map((format) => dataFormatLabels[format]).join(', '),
    privacyLevelLabels[privacy],
    accuracy === NO_MINIMUM
      ? 'no minimum accuracy'
      : accuracy.trim()
        ? `accuracy at least ${accuracy.trim()}%`
        : 'minimum accuracy to be chosen',
    paymentStructures[payment],
    ...(terms ? [licenseLine(terms)] : []),
  ].join('; ')
}

/** Returns the typed terms, as they are compared with the request. */
export function useTypedTerms(dpr: DprDetail): Terms {
  const typed = useWatch<OfferFormInput>() as OfferFormInput
  return typedTerms({ ...typed, days: daysOf(typed.timeline, 'days') }, dpr)
}

function AccuracyTerms({ dpr }: { dpr: DprDetail }) {
  const terms = useTypedTerms(dpr)
  const table = estimatedTableOf({ ...dpr, privacyLevel: terms.privacyLevel })
  return (
    <>
      <MinimumAccuracyField table={table} terms={terms} />
      <AccuracyPriceFields table={table} terms={terms} />
    </>
  )
}
