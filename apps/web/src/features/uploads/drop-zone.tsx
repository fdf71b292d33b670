import { uploadExtensions } from '@semblance/contract'
import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FieldError } from '@/components/ui/field-error.tsx'
import { cn } from '@/lib/cn.ts'

type DropZoneProps = {
  onFiles: (files: File[]) => void
  error?: string
}

/** Takes a file by drop or by picker. */
export function DropZone({ onFiles, error }: DropZoneProps) {
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div>
      <label
        htmlFor={inputId}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          onFiles([...event.dataTransfer.files])
        }}
        className={cn(
          'flex cursor-pointer flex-col items-center rounded-md border border-input border-dashed px-6 py-9 text-center transition-colors hover:bg-accent/60 has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
          over && 'border-primary bg-primary-soft',
          error && 'border-destructive',
        )}
      >
        <Upload className="size-6 text-muted-foreground" aria-hidden />
        <span className="mt-3 font-medium text-md">
          Drop the original file here, or <span className="link">choose a file</span>
        </span>
        <span className="mt-1 text-muted-foreground text-sm">
          csv, xlsx, xls, json or zip, one file per delivery, up to 2 GB
        </span>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={uploadExtensions.map((extension) => `.${extension}`).join(',')}
          aria-describedby={error ? `${inputId}-error` : undefined}
          className="sr-only"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // So that choosing the same file again is a change.
            if (input.current) input.current.value = ''
          }}
        />
      </label>
      {error && (
        <div className="mt-1.5" role="alert">
          <FieldError id={`${inputId}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
