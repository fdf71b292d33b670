import {
  dataFormatLabels,
  dataFormats,
  formatValue,
  type LicenseTerms,
  privacyLevelLabels,
  privacyLevels,
  type TermId,
} from '@semblance/contract'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { cn } from '@/lib/cn.ts'
import { isCleared, type ProposalDraft } from './proposal-draft.ts'
import { LicenseButton, ProposedLicense } from './proposed-license.tsx'
import { ProposedMoreRows } from './proposed-more-rows.tsx'
import type { TermRow } from './term-rows.ts'

type ProposedTermRowProps = {
  term: TermRow
  isChanged: boolean
  /** The reason for which the input cannot be parsed. */
  problem?: string
  /** The requirement that the new value would miss; it may be sent all the same. */
  flag?: string
  /** True where the price follows the accuracy, so that a fixed one can be proposed. */
  hasSlope: boolean
  /** True where a right to more rows stands, so that none can be proposed. */
  hasMoreRows: boolean
  /** The license as it stands, for a change to begin with. */
  license: LicenseTerms
}

type ControlProps = {
  'aria-label': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Shows a term's current and proposed value. */
export function ProposedTermRow({
  term,
  isChanged,
  problem,
  flag,
  hasSlope,
  hasMoreRows,
  license,
}: ProposedTermRowProps) {
  const noteId = useId()
  const note = problem ?? flag
  const control: ControlProps = {
    'aria-label': `Proposed ${term.label}`,
    'aria-describedby': note ? noteId : undefined,
    'aria-invalid': problem ? true : undefined,
  }
  return (
    <div
      data-term={term.id}
      className={cn(
        'grid items-center gap-x-4 gap-y-1.5 px-4 py-3 md:grid-cols-[1fr_auto_1fr]',
        isChanged && 'bg-primary-soft/40',
      )}
    >
      <div className="max-md:flex max-md:justify-between max-md:gap-3">
        <div className="text-muted-foreground text-sm">{term.label}</div>
        <div className="num font-semibold">{term.current}</div>
      </div>
      <ArrowRight className="size-4 text-muted-foreground max-md:hidden" aria-hidden />
      <div className="grid min-w-0 gap-1.5">
        {term.id === 'license' ? (
          <LicenseButton describedBy={control['aria-describedby']} current={license} />
        ) : term.id === 'more' ? (
          <ProposedMoreRows
            describedBy={control['aria-describedby']}
            isInvalid={problem !== undefined}
            isGranted={hasMoreRows}
          />
        ) : (
          <TermControl id={term.id} control={control} />
        )}
        {term.id === 'target' && hasSlope && <FixedPriceChoice />}
        {note && (
          <div id={noteId} aria-live="polite">
            <Note problem={problem} flag={flag} />
          </div>
        )}
      </div>
      {term.id === 'license' && <ProposedLicense />}
    </div>
  )
}

function Note({ problem, flag }: Pick<ProposedTermRowProps, 'problem' | 'flag'>) {
  if (problem) return <FieldError>{problem}</FieldError>
  return (
    <p className="flex items-center gap-1.5 font-medium text-st-warn-fg text-xs">
      <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
      {flag}
    </p>
  )
}

const placeholder = 'No change'

type OtherTermId = Exclude<TermId, 'license' | 'more'>

function TermControl({ id, control }: { id: OtherTermId; control: ControlProps }): ReactNode {
  const { register, control: form } = useFormContext<ProposalDraft>()
  const isFixedPrice = useWatch({ control: form, name: 'isFixedPrice' })
  if (isCleared({ isFixedPrice }, id))
    return (
      <Input key="cleared" {...control} value={formatValue('target', null)} disabled readOnly />
    )
  if (id === 'format') return <FormatChoice control={control} />
  if (id === 'privacy') return <PrivacyChoice control={control} />
  return (
    <Input
      {...control}
      {...register(id)}
      inputMode={id === 'price' ? 'decimal' : 'numeric'}
      autoComplete="off"
      placeholder={placeholder}
      className="num"
    />
  )
}

/** Proposes a fixed price, which takes away both terms by which it follows the accuracy. */
function FixedPriceChoice() {
  return (
    <Controller<ProposalDraft, 'isFixedPrice'>
      name="isFixedPrice"
      render={({ field }) => (
        <CheckboxField
          ref={field.ref}
          name={field.name}
          onBlur={field.onBlur}
          checked={field.value}
          onCheckedChange={(checked) => field.onChange(checked === true)}
          label="Fixed price, whatever the accuracy"
        />
      )}
    />
  )
}

/** None chosen: no change. */
function FormatChoice({ control }: { control: ControlProps }) {
  return (
    <Controller<ProposalDraft, 'format'>
      name="format"
      render={({ field }) => (
        <ToggleGroup.Root
          type="multiple"
          {...control}
          value={field.value}
          onValueChange={(chosen) =>
            field.onChange(dataFormats.filter((format) => chosen.includes(format)))
          }
          className="flex flex-wrap gap-1.5"
        >
          {dataFormats.map((format) => (
            <ToggleGroup.Item
              key={format}
              value={format}
              className="h-9 rounded-sm border border-border-strong bg-card px-3 font-medium text-sm hover:bg-accent data-[state=on]:border-primary data-[state=on]:bg-primary-soft data-[state=on]:text-primary max-md:h-10"
            >
              {dataFormatLabels[format]}
            </ToggleGroup.Item>
          ))}
        </ToggleGroup.Root>
      )}
    />
  )
}

const unchanged = 'unchanged'
const privacyOptions = [
  { value: unchanged, label: placeholder },
  ...privacyLevels.map((value) => ({ value, label: privacyLevelLabels[value] })),
] as const

function PrivacyChoice({ control }: { control: ControlProps }) {
  return (
    <Controller<ProposalDraft, 'privacy'>
      name="privacy"
      render={({ field }) => (
        <Select
          {...control}
          options={privacyOptions}
          value={field.value}
          placeholder={placeholder}
          onValueChange={(next) => field.onChange(next === unchanged ? '' : next)}
        />
      )}
    />
  )
}
