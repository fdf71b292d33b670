import {
  type Claimable,
  type DataClaim,
  type DataClaimType,
  type DisputeReason,
  dataClaimLabels,
  dataReasons,
  disputeReasonLabels,
  disputeReasonsOf,
  isSameClaim,
  type Side,
} from '@semblance/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  AlarmClock,
  FileWarning,
  Gauge,
  type LucideIcon,
  MessageCircleQuestion,
  Rows3,
  Ruler,
  Waypoints,
} from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { cn } from '@/lib/cn.ts'
import type { DisputeFormInput, DisputeFormOutput } from './claim-schema.ts'
import { ClaimCheckSection } from './findings/claim-check.tsx'
import { typesOf } from './findings/claim-choice.ts'
import { ChosenClaims, NewClaim } from './findings/claims-field.tsx'

type Grievance = {
  id: string
  reason: DisputeReason
  /** The claim that is measured; null where nothing is. */
  type: DataClaimType | null
  label: string
  /** Says what will be measured, or who reads it. */
  measured: string
  icon: LucideIcon
}

const measuredClaims: Record<DataClaimType, Pick<Grievance, 'reason' | 'measured' | 'icon'>> = {
  column_rule: {
    reason: 'not_as_described',
    measured: 'Every row of the certified file is counted again',
    icon: Ruler,
  },
  records: { reason: 'not_as_described', measured: 'Counted in the certified files', icon: Rows3 },
  accuracy: {
    reason: 'quality',
    measured: 'Held against the noisy counts that were kept of the original',
    icon: Gauge,
  },
  pair: {
    reason: 'quality',
    measured: 'One pair, held against the noisy counts that were kept of the original',
    icon: Waypoints,
  },
  format: {
    reason: 'not_as_described',
    measured: 'The certified files are read again, and their SHA-256 compared',
    icon: FileWarning,
  },
}

const unmeasured = 'Nothing to measure; people at Semblance read both sides if you cannot agree'

/** Returns what a side may find wrong: what can be measured first, then what people read. */
function grievancesOf(side: Side, possible: Claimable | null): Grievance[] {
  const types = side === 'client' && possible ? typesOf(possible) : []
  return [
    ...types.map((type) => ({
      id: type,
      type,
      label: dataClaimLabels[type],
      ...measuredClaims[type],
    })),
    ...disputeReasonsOf[side].map((reason) => ({
      id: reason,
      reason,
      type: null,
      label: disputeReasonLabels[reason],
      measured:
        reason === 'late'
          ? 'Held against the delivery date of the contract'
          : dataReasons.includes(reason) && types.length > 0
            ? `In another way than above. ${unmeasured}`
            : unmeasured,
      icon: reason === 'late' ? AlarmClock : MessageCircleQuestion,
    })),
  ]
}

type WhatIsWrongProps = {
  side: Side
  /** Loads the claims that can be measured; null without a delivery. */
  claimable: Pick<UseQueryResult<Claimable | null>, 'data' | 'isError' | 'refetch'>
  form: UseFormReturn<DisputeFormInput, unknown, DisputeFormOutput>
  contractId: string
}

/** Asks what is wrong, each answer with what will be measured, and puts the claims together. */
export function WhatIsWrong({ side, claimable, form, contractId }: WhatIsWrongProps) {
  const possible = claimable.data ?? null
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'reason' })
  const [chosen, setChosen] = useState<string | null>(null)
  const claims = form.watch('claims')
  const grievances = grievancesOf(side, possible)
  const current =
    grievances.find((one) => one.id === chosen) ??
    grievances.find((one) => one.type === null && one.reason === field.value)
  const setClaims = (next: DataClaim[]) => {
    form.setValue('claims', next, { shouldDirty: true })
    form.clearErrors('claims')
  }
  const add = (claim: DataClaim) => {
    if (!claims.some((one) => isSameClaim(one, claim))) setClaims([...claims, claim])
  }
  const choose = ({ id: name, type, reason }: Grievance) => {
    setChosen(name)
    field.onChange(reason)
    if (type === 'records' || type === 'accuracy') add({ type })
  }
  const { claims: problem } = form.formState.errors
  const message = problem?.message ?? problem?.root?.message
  const error = fieldState.error?.message
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="sr-only">What is wrong</legend>
      {claimable.isError && (
        <div className="grid justify-items-start gap-3 border-t px-4 py-3 md:px-5">
          <ErrorSummary
            className="w-full"
            title="What can be measured did not load. You can open the dispute without it, and add claims later."
          />
          <Button type="button" variant="outline" size="sm" onClick={() => claimable.refetch()}>
            Try Again
          </Button>
        </div>
      )}
      <div className="divide-y border-t">
        {grievances.map((one, index) => (
          <Fragment key={one.id}>
            <Choice
              grievance={one}
              name={id}
              isChosen={current?.id === one.id}
              error={error && index === 0 ? `${id}-error` : undefined}
              inputRef={index === 0 ? field.ref : undefined}
              onChoose={() => choose(one)}
            />
            {possible && current?.id === one.id && dataReasons.includes(one.reason) && (
              <Measured
                {...{ contractId, claims, possible }}
                type={one.type}
                onChange={setClaims}
                onAdd={add}
                problem={message}
              />
            )}
          </Fragment>
        ))}
      </div>
      {error && (
        <div className="px-4 py-2 md:px-5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type MeasuredProps = {
  contractId: string
  claims: DataClaim[]
  possible: Claimable
  /** The claim that was chosen; null for a reason without one. */
  type: DataClaimType | null
  onChange: (claims: DataClaim[]) => void
  onAdd: (claim: DataClaim) => void
  problem: string | undefined
}

/** Puts the claims together below the choice that they belong to, with what was found of them. */
function Measured({ contractId, claims, possible, type, onChange, onAdd, problem }: MeasuredProps) {
  return (
    <fieldset
      aria-label="What will be measured"
      className="grid min-w-0 gap-3 bg-sunken px-4 py-4 md:px-5"
    >
      <ChosenClaims claims={claims} onChange={onChange} />
      {type && <NewClaim key={type} type={type} possible={possible} onAdd={onAdd} />}
      <ClaimCheckSection contractId={contractId} claims={claims} />
      {claims.length === 0 && !type && (
        <p className="text-muted-foreground text-sm">
          Choose one of the claims above to have it measured.
        </p>
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </fieldset>
  )
}

type ChoiceProps = {
  grievance: Grievance
  name: string
  isChosen: boolean
  error: string | undefined
  inputRef: React.Ref<HTMLInputElement> | undefined
  onChoose: () => void
}

function Choice({ grievance, name, isChosen, error, inputRef, onChoose }: ChoiceProps) {
  const { label, measured, icon: Icon } = grievance
  return (
    <label
      className={cn(
        'flex cursor-pointer items-center gap-3 px-4 py-3 md:px-5',
        isChosen ? 'bg-primary-soft/50' : 'hover:bg-accent/45',
      )}
    >
      <input
        ref={inputRef}
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error}
        className="size-4 shrink-0 accent-primary"
      />
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium text-base leading-snug">{label}</span>
        <span className="block text-muted-foreground text-sm">{measured}</span>
      </span>
    </label>
  )
}
