import { zodResolver } from '@hookform/resolvers/zod'
import { type SavedSearchForm, savedSearchForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { describeQuery, type MarketQuery, narrowedBy } from '../market-query.ts'

type Typed = z.input<typeof savedSearchForm>

/** Keeps the search on screen under a name. */
export function SaveSearch({ query }: { query: MarketQuery }) {
  const [open, setOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  const formId = useId()
  const [isSaving, setIsSaving] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => signInFirst(() => setOpen(true))}>
        <Bookmark aria-hidden />
        Save search
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Save this search"
        description={`${describeQuery(query)}.${narrowedBy(query) > 0 ? ' The other filters are not part of it.' : ''}`}
        footer={
          <>
            <DialogClose>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} loading={isSaving}>
              Save search
            </Button>
          </>
        }
      >
        <SaveForm id={formId} query={query} onBusy={setIsSaving} onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type SaveFormProps = {
  id: string
  query: MarketQuery
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}

function SaveForm({ id, query, onBusy, onSaved }: SaveFormProps) {
  const queries = useQueryClient()
  const form = useForm<Typed, unknown, SavedSearchForm>({
    resolver: zodResolver(savedSearchForm),
    defaultValues: {
      search: query.search,
      category: query.category,
      sort: query.sort,
      name: query.search,
      alerts: true,
    },
  })
  const { errors } = form.formState
  const save = useMutation(
    orpc.market.saveSearch.mutationOptions({
      onMutate: () => onBusy(true),
      onSettled: () => onBusy(false),
      onSuccess: ({ name, alerts }) => {
        void queries.invalidateQueries({ queryKey: orpc.market.savedSearches.key() })
        notify.success(
          'Search saved',
          alerts ? `You will hear of new DPRs for “${name}”.` : undefined,
        )
        onSaved()
      },
      onError: (error) => {
        const { message, fields } = toProblem(error)
        form.setError('name', { message: fields.name ?? message })
      },
    }),
  )
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
    >
      <Field label="Name" error={errors.name?.message} required>
        {(control) => <Input {...control} {...form.register('name')} maxLength={100} />}
      </Field>
      <Controller
        control={form.control}
        name="alerts"
        render={({ field: { value, onChange, ref } }) => (
          <CheckboxField
            ref={ref}
            label="Tell me when a new DPR matches"
            checked={value}
            onCheckedChange={(checked) => onChange(checked === true)}
          />
        )}
      />
    </form>
  )
}
