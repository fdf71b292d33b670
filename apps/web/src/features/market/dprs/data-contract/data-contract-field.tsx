import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { plural } from '@/lib/format.ts'
import type { DprFormInput } from '../form/dpr-form-schema.ts'
import { ColumnFields } from './column-fields.tsx'
import { ColumnSource } from './column-source.tsx'
import { ContractRules } from './contract-rules.tsx'
import { ageBand, personalOf, type SampleColumn } from './read-sample.ts'
import { emptyColumn, type TypedColumn } from './typed-data-contract.ts'

const MAX_COLUMNS = 1000

type RowErrors = Partial<Record<keyof TypedColumn, { message?: string }>>
type FieldErrors = { message?: string; columns?: (RowErrors | undefined)[] }

/** Edits columns in rows, which a header or a sample fills in, or a file of the Open Data Contract Standard. */
export function DataContractField() {
  const { control } = useFormContext<DprFormInput>()
  const { field, fieldState } = useController({ control, name: 'dataContract' })
  /** Holds the columns of the sample by name; never part of the form. */
  const [sample, setSample] = useState<ReadonlyMap<string, SampleColumn>>(new Map())
  const [opened, setOpened] = useState<number | null>(null)
  const names = useRef<(HTMLInputElement | null)[]>([])
  const add = useRef<HTMLButtonElement>(null)
  const typed = field.value
  const columns = typed?.from === 'columns' ? typed.columns : []
  const errors = (fieldState.error ?? {}) as FieldErrors
  const kindOf = ({ name }: TypedColumn) => sample.get(name)?.personal ?? personalOf(name)
  const personal = columns.filter(kindOf).length

  const setColumns = (next: TypedColumn[]) =>
    field.onChange(next.length > 0 ? { from: 'columns', columns: next } : null)
  const addColumn = () => {
    setOpened(columns.length)
    setColumns([...columns, emptyColumn])
    requestAnimationFrame(() => names.current[columns.length]?.focus())
  }
  const removeColumn = (index: number) => {
    setOpened(null)
    setColumns(columns.toSpliced(index, 1))
    requestAnimationFrame(() => (names.current[Math.max(0, index - 1)] ?? add.current)?.focus())
  }
  const take = (read: SampleColumn[]) => {
    setOpened(null)
    setSample(new Map(read.map((column) => [column.name, column])))
    setColumns(read.map(({ note: _note, personal: _personal, ...column }) => column))
  }
  const takeFile = async (file: File) => {
    const { readDataContract } = await import('./data-contract-file.ts')
    const result = readDataContract(await file.text())
    if ('problems' in result) return result.problems
    field.onChange({ from: 'file', fileName: file.name, content: result.content })
    return []
  }

  return (
    <div className="grid gap-3 sm:col-span-6">
      <ColumnSource onColumns={take} onFile={takeFile} />
      {columns.length > 0 && (
        <p role="status" className="num text-sm">
          <span className="font-semibold">{plural(columns.length, 'column')}</span>
          {personal > 0 && (
            <span className="text-st-warn-fg">
              , {personal} {personal === 1 ? 'looks' : 'look'} personal
            </span>
          )}
        </p>
      )}
      {columns.length > 0 && (
        <div className="divide-y rounded-md border">
          {columns.map((column, index) => (
            <ColumnFields
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              key={index}
              number={index + 1}
              column={column}
              errors={errors.columns?.[index] ?? {}}
              note={sample.get(column.name)?.note ?? ''}
              personal={kindOf(column)}
              isOpen={opened === index}
              onToggle={() => setOpened(opened === index ? null : index)}
              onChange={(change) => setColumns(columns.with(index, { ...column, ...change }))}
              onBand={() =>
                setColumns(
                  columns.some(({ name }) => name === ageBand.name)
                    ? columns.toSpliced(index, 1)
                    : columns.with(index, ageBand),
                )
              }
              onRemove={() => removeColumn(index)}
              nameRef={(input) => {
                names.current[index] = input
                if (index === 0) field.ref(input)
              }}
            />
          ))}
        </div>
      )}
      {typed?.from === 'file' && (
        <div className="grid gap-2 rounded-md border p-3">
          <p className="text-base [overflow-wrap:anywhere]">
            From <span className="mono">{typed.fileName}</span>
          </p>
          <ContractRules contract={typed.content} />
        </div>
      )}
      {errors.message && <FieldError id={`${field.name}-error`}>{errors.message}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {typed?.from !== 'file' && columns.length < MAX_COLUMNS && (
          <Button ref={add} variant="outline" size="sm" onClick={addColumn}>
            <Plus aria-hidden />
            Add column
          </Button>
        )}
        {typed && (
          <Button variant="ghost" size="sm" onClick={() => field.onChange(null)}>
            Remove data contract
          </Button>
        )}
      </div>
    </div>
  )
}
