import { zodResolver } from '@hookform/resolvers/zod'
import { type SavedSearch, savedSearchForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

const nameForm = savedSearchForm.pick({ name: true })

type RenameSearchProps = { search: SavedSearch; onDone: () => void }

export function RenameSearch({ search, onDone }: RenameSearchProps) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(nameForm), defaultValues: { name: search.name } })
  const rename = useMutation(
    orpc.market.changeSearch.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: orpc.market.savedSearches.key() })
        onDone()
      },
      onError: (error) => form.setError('name', { message: toProblem(error).message }),
    }),
  )
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={form.handleSubmit(({ name }) => rename.mutate({ id: search.id, name }))}
    >
      <Field label="Name" error={form.formState.errors.name?.message} required>
        {(control) => <Input {...control} {...form.register('name')} maxLength={100} autoFocus />}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" loading={rename.isPending}>
          Save
        </Button>
        <Button variant="outline" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
