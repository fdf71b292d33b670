import { acceptOf, hasRole, kindsOf, MAX_SAMPLE_BYTES } from '@semblance/contract'
import { Paperclip, X } from 'lucide-react'
import { useId, useState } from 'react'
import { FileRow } from '@/components/blocks/files/file-row.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { fileSize } from '@/lib/format.ts'

export const sampleHint = `${kindsOf('sample')}, at least 100 rows, up to ${fileSize(MAX_SAMPLE_BYTES)}. The client sees synthetic rows made from it; the file itself is deleted, with its key.`

/** Returns the reason for which this file cannot be a sample; null when it can. */
export function validationErrorOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!hasRole(name, 'sample')) return `${name}: choose a ${kindsOf('sample')} file.`
  if (size === 0) return `${name} is empty.`
  if (size > MAX_SAMPLE_BYTES) return `${name} is larger than ${fileSize(MAX_SAMPLE_BYTES)}.`
  return null
}

type SamplePickerProps = {
  label: string
  onFile: (file: File) => void
  isBusy?: boolean
}

/** Picks a sample file; refusals show below the button. */
export function SamplePicker({ label, onFile, isBusy = false }: SamplePickerProps) {
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  return (
    <div>
      <Button
        asChild
        variant="outline"
        className="has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
      >
        <label htmlFor={id} aria-busy={isBusy || undefined} className="cursor-pointer">
          <Paperclip aria-hidden />
          {label}
          <input
            id={id}
            type="file"
            accept={acceptOf('sample')}
            disabled={isBusy}
            aria-describedby={error ? `${id}-error` : undefined}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              currentTarget.value = '' // so that choosing the same again is a change
              if (!file) return
              const refusal = validationErrorOf(file)
              setError(refusal)
              if (!refusal) onFile(file)
            }}
          />
        </label>
      </Button>
      {error && (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}

type SampleFieldProps = { file: File | null; onFileChange: (file: File | null) => void }

/** Attaches a sample to a new offer; it is sent after the offer is created. */
export function SampleFileField({ file, onFileChange }: SampleFieldProps) {
  return (
    <div>
      <p className="font-medium text-sm">
        Sample file <span className="font-normal text-muted-foreground">(optional)</span>
      </p>
      <p className="mt-0.5 mb-2 text-muted-foreground text-sm">{sampleHint}</p>
      {file ? (
        <ul className="rounded-md border px-3">
          <FileRow
            name={file.name}
            sizeBytes={file.size}
            action={
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => onFileChange(null)}
              >
                <X aria-hidden />
              </Button>
            }
          />
        </ul>
      ) : (
        <SamplePicker label="Choose a sample file" onFile={onFileChange} />
      )}
    </div>
  )
}
