import { estimatedTableOf } from '@semblance/contract'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { AccuracyChoice } from '@/components/blocks/accuracy/accuracy-choice.tsx'
import { EstimateNote } from '@/components/blocks/accuracy/estimate-note.tsx'
import {
  useAccuracyEstimate,
  useProposedMinimum,
} from '@/components/blocks/accuracy/use-accuracy-estimate.ts'
import type { DprFormInput } from './dpr-form-schema.ts'
import { toDprViewModel } from './dpr-view-model.ts'

/** Takes the minimum accuracy, proposed from the estimate once rows and columns are known. */
export function MinimumAccuracyField({ className }: { className?: string }) {
  const { control, resetField } = useFormContext<DprFormInput>()
  const { field, fieldState } = useController({ control, name: 'minAccuracyPercent' })
  const [minRecords, dataContract, privacyLevel] = useWatch({
    control,
    name: ['minRecords', 'dataContract', 'privacyLevel'],
  })
  const typed = { minRecords, dataContract, privacyLevel, minAccuracyPercent: field.value }
  const request = toDprViewModel(typed, new Date(0))
  const table = estimatedTableOf(request)
  const estimate = useAccuracyEstimate(table)
  useProposedMinimum(estimate, field.value, (value) =>
    resetField('minAccuracyPercent', { defaultValue: value }),
  )
  return (
    <AccuracyChoice
      {...field}
      className={className}
      label="Minimum accuracy in percent"
      hint="The quality score in the report; a delivery below it goes back. 90 to 97 is usual."
      placeholder="95"
      error={fieldState.error?.message}
    >
      {table && estimate && (
        <EstimateNote table={table} estimate={estimate} minimum={request.minAccuracyPercent} />
      )}
    </AccuracyChoice>
  )
}
