import {
  type Answering,
  privacyLevelLabels,
  privacyLevels,
  type StatedRules,
} from '@semblance/contract'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { type AnsweringDraft, openPosition } from './answering-draft.ts'
import { termBoundLabels } from './answering-texts.ts'

type BoundFieldsProps = {
  form: UseFormReturn<AnsweringDraft, unknown, StatedRules>
  answering: Answering
}

/** Takes the worst value of each term that an approval may agree to. */
export function BoundFields({ form, answering }: BoundFieldsProps) {
  const { register, control: formControl, formState } = form
  const { errors } = formState
  const { side } = answering
  const labels = termBoundLabels[side]
  const open = openPosition(answering)
  const levels = privacyLevels.filter((level) =>
    side === 'client'
      ? privacyLevels.indexOf(level) <= privacyLevels.indexOf(open.privacyLevel)
      : privacyLevels.indexOf(level) >= privacyLevels.indexOf(open.privacyLevel),
  )
  const number = (
    name: 'timelineDays' | 'sampleRecords' | 'minAccuracyPercent',
    now: number | null,
  ) => (
    <Field label={labels[name]} optional error={errors[name]?.message}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          placeholder={now === null ? 'None' : String(now)}
          {...register(name)}
        />
      )}
    </Field>
  )
  return (
    <fieldset className="grid items-start gap-4 border-t pt-4 sm:grid-cols-2">
      <legend className="sr-only">Bounds of an approval</legend>
      <p className="text-muted-foreground text-sm sm:col-span-2">
        Left empty, a term is approved only as{' '}
        {side === 'client' ? 'the request asks' : 'your offer says'} or better. Format, more rows
        and license are never worse than that, and a price by accuracy stays as the offer has it.
      </p>
      {number('timelineDays', open.timelineDays)}
      {number('sampleRecords', open.sampleRecords)}
      {number('minAccuracyPercent', open.minAccuracyPercent)}
      <Field label={labels.privacyLevel} optional error={errors.privacyLevel?.message}>
        {(control) => (
          <FormSelect
            {...control}
            control={formControl}
            name="privacyLevel"
            placeholder={privacyLevelLabels[open.privacyLevel]}
            options={levels.map((value) => ({ value, label: privacyLevelLabels[value] }))}
          />
        )}
      </Field>
    </fieldset>
  )
}
