import {
  type Category,
  categories,
  type ListingContent,
  listingCan,
  type OwnListingDetail,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { type OptionDraft, optionDraftOf, readOptions } from './option-draft.ts'
import { OptionFields } from './option-fields.tsx'
import { PublishPanel } from './publish-panel.tsx'

const categoryOptions = Object.entries(categories).map(([value, label]) => ({
  value: value as Category,
  label,
}))

type Typed = Omit<ListingContent, 'options'> & { options: OptionDraft[] }

const typedOf = ({ content }: OwnListingDetail): Typed => ({
  ...content,
  options: content.options.map(optionDraftOf),
})

/** Edits what a listing says and publishes it; what is published changes with the next publication alone. */
export function ListingEditor({ listing }: { listing: OwnListingDetail }) {
  const [typed, setTyped] = useState(() => typedOf(listing))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const queries = useQueryClient()
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  const isChanged = JSON.stringify(typed) !== JSON.stringify(typedOf(listing))
  const save = useMutation(
    orpc.listings.save.mutationOptions({
      onSuccess: (saved) => {
        setFaults({})
        queries.setQueryData(
          orpc.listings.getOwn.queryKey({ input: { listingId: listing.id } }),
          saved,
        )
        notify.success('Saved', 'What is published stays as it is until you publish again.')
      },
      onError: (error) => {
        const problem = toProblem(error)
        setFaults(problem.fields)
        showProblem('Not saved', problem)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.listings.key() }),
    }),
  )
  const submit = () => {
    const options = readOptions(typed.options)
    if ('faults' in options) return setFaults(options.faults)
    save.mutate(
      { listingId: listing.id, ...typed, options: options.read },
      // Keeps what was typed since.
      { onSuccess: (saved) => setTyped((now) => (now === typed ? typedOf(saved) : now)) },
    )
  }
  const canSave = listingCan.save(listing.status)
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <UnsavedGuard when={isChanged && canSave} />
      <fieldset disabled={!canSave} className="grid min-w-0 content-start gap-5">
        <Panel title="What it is">
          <div className="grid gap-4">
            <Field label="Title" required error={faults.title}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={200}
                  value={typed.title}
                  onChange={({ target }) => change({ title: target.value })}
                />
              )}
            </Field>
            <Field label="Category" required error={faults.category}>
              {(control) => (
                <Select
                  {...control}
                  options={categoryOptions}
                  value={typed.category}
                  onValueChange={(category) => change({ category })}
                />
              )}
            </Field>
            <Field
              label="Description"
              required
              hint="At least 40 characters: what the rows are, of when, and what they serve."
              error={faults.description}
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={5}
                  maxLength={5000}
                  value={typed.description}
                  onChange={({ target }) => change({ description: target.value })}
                />
              )}
            </Field>
          </div>
        </Panel>
        <Dictionary columns={typed.dictionary} onChange={(dictionary) => change({ dictionary })} />
        <OptionFields
          options={typed.options}
          faults={faults}
          records={listing.figures.records}
          onChange={(options) => change({ options })}
        />
        {canSave && (
          <div className="flex justify-end">
            <Button size="lg" loading={save.isPending} disabled={!isChanged} onClick={submit}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
      <PublishPanel listing={listing} isChanged={isChanged} />
    </div>
  )
}

type DictionaryProps = {
  columns: ListingContent['dictionary']
  onChange: (columns: ListingContent['dictionary']) => void
}

function Dictionary({ columns, onChange }: DictionaryProps) {
  const isOneOfMany = new Set(columns.map(({ table }) => table)).size > 1
  return (
    <Panel
      title="Data dictionary"
      description="Say what each column means; buyers find the twin by its names."
      flush
    >
      <ul className="divide-y border-t">
        {columns.map((column, place) => {
          const name = isOneOfMany ? `${column.table}.${column.name}` : column.name
          return (
            <li
              key={name}
              className="grid items-center gap-2 px-4 py-2.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] md:px-5"
            >
              <span className="mono text-sm [overflow-wrap:anywhere]">{name}</span>
              <Input
                aria-label={`Meaning of ${name}`}
                maxLength={300}
                value={column.description}
                onChange={({ target }) =>
                  onChange(
                    columns.map((each, at) =>
                      at === place ? { ...each, description: target.value } : each,
                    ),
                  )
                }
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
