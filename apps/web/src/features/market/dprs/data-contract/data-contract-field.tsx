import { Plus, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import type { DprFormInput } from '../form/dpr-form-schema.ts'
import { ColumnFields } from './column-fields.tsx'
import { ContractRules } from './contract-rules.tsx'
import { emptyColumn, type TypedColumn } from './typed-data-contract.ts'

const MAX_COLUMNS = 1000

type RowErrors = Partial<Record<keyof TypedColumn, { message?: string }>>
type FieldErrors = { message?: string; columns?: (RowErrors | undefined)[] }

/** Edits columns in rows, or a file of the Open Data Contract Standard. */
export function DataContractField() {
  const { control } = useFormContext<DprFormInput>()
  const { field, fieldState } = useController({ control, name: 'dataContract' })
  const [problems, setProblems] = useState<string[]>([])
  const names = useRef<(HTMLInputElement | null)[]>([])
  const add = useRef<HTMLButtonElement>(null)
  const typed = field.value
  const columns = typed?.from === 'columns' ? typed.columns : []
  const errors = (fieldState.error ?? {}) as FieldErrors

  const setColumns = (next: TypedColumn[]) =>
    field.onChange(next.length > 0 ? { from: 'columns', columns: next } : null)
  const addColumn = () => {
    setProblems([])
    setColumns([...columns, emptyColumn])
    requestAnimationFrame(() => names.current[columns.length]?.focus())
  }
  const removeColumn = (index: number) => {
    setColumns(columns.toSpliced(index, 1))
    requestAnimationFrame(() => (names.current[Math.max(0, index - 1)] ?? add.current)?.focus())
  }
  const read = async (file: File) => {
    const { readDataContract } = await import('./data-contract-file.ts')
    const result = readDataContract(await file.text())
    setProblems('problems' in result ? result.problems : [])
    if ('content' in result)
      field.onChange({ from: 'file', fileName: file.name, content: result.content })
  }

  return (
    <div className="grid gap-3 sm:col-span-2">
      {columns.map((column, index) => (
        <ColumnFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          key={index}
          number={index + 1}
          column={column}
          errors={errors.columns?.[index] ?? {}}
          onChange={(change) => setColumns(columns.with(index, { ...column, ...change }))}
          onRemove={() => removeColumn(index)}
          nameRef={(input) => {
            names.current[index] = input
            if (index === 0) field.ref(input)
          }}
        />
      ))}
      {typed?.from === 'file' && (
        <div className="grid gap-2 rounded-md border p-3">
          <p className="text-base [overflow-wrap:anywhere]">
            From <span className="mono">{typed.fileName}</span>
          </p>
          <ContractRules contract={typed.content} />
        </div>
      )}
      {errors.message && <FieldError id={`${field.name}-error`}>{errors.message}</FieldError>}
      {problems.length > 0 && (
        <ErrorSummary title="The file was not taken over." points={problems} />
      )}
      <div className="flex flex-wrap gap-2">
        {typed?.from !== 'file' && columns.length < MAX_COLUMNS && (
          <Button ref={add} variant="outline" size="sm" onClick={addColumn}>
            <Plus aria-hidden />
            Add column
          </Button>
        )}
        <UploadButton onFile={(file) => void read(file)} />
        {typed && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setProblems([])
              field.onChange(null)
            }}
          >
            Remove data contract
          </Button>
        )}
      </div>
      <p className="text-muted-foreground text-xs">
        A file in the Open Data Contract Standard, version 3: YAML or JSON, 256 KB at most.
      </p>
    </div>
  )
}

function UploadButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        Upload YAML
      </Button>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,.json"
        aria-label="Data contract file"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = '' // so that the same file again is a change
          if (file) onFile(file)
        }}
      />
    </>
  )
}
