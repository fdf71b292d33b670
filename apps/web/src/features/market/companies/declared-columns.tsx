import type { CompanyProfile } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'
import { declaredText, readDeclared } from './declared-text.ts'

const SHOWN = 24

/** Shows the columns that a vendor says it can supply; its own members change them here. */
export function DeclaredColumns({ company }: { company: CompanyProfile }) {
  const [isEditing, setIsEditing] = useState(false)
  const { columns, isOwn } = company
  if (columns.length === 0 && !isOwn) return null
  return (
    <Panel
      title="Columns it can supply"
      description="Stated by the company, not checked. Requests that ask for them are matched by what names mean."
      action={
        isOwn &&
        !isEditing && (
          <Button size="sm" variant="outline" onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden />
            {columns.length === 0 ? 'Declare columns' : 'Edit columns'}
          </Button>
        )
      }
    >
      {isEditing ? (
        <RoleGate procedure="companies.declareColumns" to="declare columns">
          <Editor columns={columns} onDone={() => setIsEditing(false)} />
        </RoleGate>
      ) : (
        <ColumnList columns={columns} />
      )}
    </Panel>
  )
}

function ColumnList({ columns }: Pick<CompanyProfile, 'columns'>) {
  const [isWhole, setIsWhole] = useState(false)
  if (columns.length === 0)
    return (
      <p className="text-muted-foreground">
        None yet. Clients who ask for columns that you declare see you among the suggested vendors.
      </p>
    )
  const more = columns.length - SHOWN
  return (
    <>
      <ul className="flex flex-wrap gap-1.5">
        {columns.slice(0, isWhole ? undefined : SHOWN).map(({ name, holds }) => (
          <li
            key={name}
            className="mono rounded-sm border bg-muted px-2 py-0.5 text-sm [overflow-wrap:anywhere]"
          >
            {name}
            {holds && <span className="text-muted-foreground"> {holds}</span>}
          </li>
        ))}
      </ul>
      {!isWhole && more > 0 && (
        <Button size="sm" variant="ghost" className="mt-3 border" onClick={() => setIsWhole(true)}>
          Show {plural(more, 'more column')}
        </Button>
      )}
    </>
  )
}

type EditorProps = Pick<CompanyProfile, 'columns'> & { onDone: () => void }

function Editor({ columns, onDone }: EditorProps) {
  const queries = useQueryClient()
  const before = declaredText(columns)
  const [text, setText] = useState(before)
  const [problem, setProblem] = useState<string>()
  const save = useMutation(
    orpc.companies.declareColumns.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: orpc.companies.key() })
        void queries.invalidateQueries({ queryKey: orpc.insights.key() })
        notify.success('Columns Saved', 'Clients who ask for them see you among the suggestions.')
        onDone()
      },
      onError: (error) => setProblem(toProblem(error).message),
    }),
  )
  const submit = () => {
    const read = readDeclared(text)
    if ('problem' in read) setProblem(read.problem)
    else save.mutate({ columns: read })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <UnsavedGuard when={text !== before && !save.isPending && !save.isSuccess} onLeave={onDone} />
      <Field
        label="Columns"
        hint="One a line, or the header of a CSV file. After a colon, if you like: number, time, text or boolean."
        error={problem}
      >
        {(props) => (
          <Textarea
            {...props}
            rows={8}
            className="mono"
            value={text}
            placeholder={'store_id\nprice: number\nsold_at: time'}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <div className="mt-3 flex justify-end gap-2 max-md:[&>*]:flex-1">
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save columns
        </Button>
      </div>
    </form>
  )
}
