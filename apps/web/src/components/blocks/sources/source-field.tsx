import {
  connectedRecognitionLimits,
  describeOverlap,
  epsilonText,
  guaranteeText,
  recognitionLimits,
  type Source,
  type SourceChoice,
  type SourceOverlap,
  sourceChoice,
} from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { paths } from '@/paths.ts'
import { sourceOfDealQuery, sourceQuery, sourcesQuery } from './source-queries.ts'

type SourceFieldProps = {
  /** ID of the contract, or of the offer. */
  deal: string
  /** Undefined while the vendor has changed nothing: the server then chooses as the field says. */
  value: SourceChoice | undefined
  onChange: (choice: SourceChoice | undefined) => void
  /** The sources that the data is recognized by, the likeliest first: of others the server takes none. */
  overlaps?: SourceOverlap[]
  /** The data is read through a connection. */
  isConnected?: boolean
  error?: string
}

const ownSource = 'own'
const newSource = 'new'

/** Asks which body of original data is measured, so that all that is measured of it adds up. */
export function SourceField(props: SourceFieldProps) {
  const { deal, value, onChange, overlaps = [], isConnected = false, error } = props
  const ofDeal = useQuery(sourceOfDealQuery(deal)).data ?? null
  const [recognized] = overlaps
  const ofOverlap = useQuery({
    ...sourceQuery(recognized?.id ?? ''),
    enabled: recognized !== undefined,
  }).data
  const before = recognized ? (ofOverlap ?? null) : ofDeal
  const listed = useInfiniteQuery(sourcesQuery).data?.pages.flatMap(({ items }) => items) ?? []
  const others = (recognized ? overlaps : listed).filter(({ id }) => id !== before?.id)
  const selected = value === undefined ? ownSource : 'id' in value ? value.id : newSource
  const chosen = selected === ownSource ? before : listed.find(({ id }) => id === selected)
  const options = [
    {
      value: ownSource,
      label: recognized?.name ?? before?.name ?? 'New data, measured for the first time',
    },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
    ...(recognized ? [] : [{ value: newSource, label: 'New data, under a name of its own' }]),
  ]
  const choose = (next: string) =>
    onChange(next === ownSource ? undefined : next === newSource ? { name: '' } : { id: next })
  return (
    <div className="grid gap-4">
      {overlaps.map((overlap) => (
        <p key={overlap.id}>{describeOverlap(overlap)}</p>
      ))}
      <Field
        label="Source of the data"
        error={selected === newSource ? undefined : error}
        hint={hintOf(chosen ?? null)}
        action={
          <Link to={paths.sources} className="text-primary text-sm hover:underline">
            Your sources
          </Link>
        }
      >
        {(control) => (
          <Select {...control} options={options} value={selected} onValueChange={choose} />
        )}
      </Field>
      <p className="max-w-[80ch] text-muted-foreground text-sm">
        {isConnected ? connectedRecognitionLimits : recognitionLimits}
      </p>
      {value && 'name' in value && (
        <NameField name={value.name} error={error} onChange={(name) => onChange({ name })} />
      )}
    </div>
  )
}

type NameFieldProps = { name: string; error?: string; onChange: (name: string) => void }

function NameField({ name, error, onChange }: NameFieldProps) {
  const [wasLeft, setLeft] = useState(false)
  const problem = sourceChoice.safeParse({ name }).success ? undefined : 'Enter a name.'
  return (
    <Field label="Name of the source" required error={error ?? (wasLeft ? problem : undefined)}>
      {(control) => (
        <Input
          {...control}
          value={name}
          maxLength={200}
          onBlur={() => setLeft(true)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}

const CHOOSE_WELL =
  'If any of this data was measured before, choose its source: what is measured of the same data adds up.'

function hintOf(source: Source | null): string {
  if (!source) return CHOOSE_WELL
  const { committed, limitEpsilon, leftEpsilon } = source
  const rest = leftEpsilon > 0 ? `Up to ε ${leftEpsilon} more fits.` : 'Nothing more fits.'
  return `Spent or reserved: ${guaranteeText(committed)}. Limit: ε ${epsilonText(limitEpsilon)}. ${rest}`
}
