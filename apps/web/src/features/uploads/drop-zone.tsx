import { maxDeliveryFiles, maxUploadBytes, uploadExtensions } from '@semblance/contract'
import { FolderUp, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { cn } from '@/lib/cn.ts'
import { fileSize } from '@/lib/format.ts'
import { droppedFrom, type PickedFile, pickedFrom } from './picked-files.ts'

type DropZoneProps = {
  onFiles: (files: PickedFile[]) => void
  /** There are files already: less room for asking. */
  isCompact: boolean
  errors: readonly string[]
}

/** Takes files and folders by drop or by picker. */
export function DropZone({ onFiles, isCompact, errors }: DropZoneProps) {
  const inputId = useId()
  const [over, setOver] = useState(false)
  const hasError = errors.length > 0
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
          void droppedFrom(event.dataTransfer).then(onFiles)
        }}
        className={cn(
          'flex cursor-pointer flex-col items-center rounded-md border border-input border-dashed px-6 text-center transition-colors hover:bg-accent/60 has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
          isCompact ? 'py-5' : 'py-9',
          over && 'border-primary bg-primary-soft',
          hasError && 'border-destructive',
        )}
      >
        {!isCompact && <Upload className="mb-3 size-6 text-muted-foreground" aria-hidden />}
        <span className="font-medium text-md">
          {isCompact ? 'Drop more files or folders here, or ' : 'Drop the original files here, or '}
          <span className="link">choose files</span>
        </span>
        <span className="mt-1 text-muted-foreground text-sm">
          {uploadExtensions.slice(0, -1).join(', ')} or {uploadExtensions.at(-1)}, up to{' '}
          {maxDeliveryFiles} files of {fileSize(maxUploadBytes)}
        </span>
        <Picker
          id={inputId}
          accept={uploadExtensions.map((extension) => `.${extension}`).join(',')}
          describedBy={hasError ? `${inputId}-error` : undefined}
          onFiles={onFiles}
        />
      </label>
      <div className="mt-2 flex justify-end">
        <Button type="button" variant="ghost" size="sm" onClick={() => chooseFolder(onFiles)}>
          <FolderUp aria-hidden /> Choose a folder
        </Button>
      </div>
      {hasError && (
        <div className="mt-1.5 grid gap-1" role="alert" id={`${inputId}-error`}>
          {errors.map((error) => (
            <FieldError key={error}>{error}</FieldError>
          ))}
        </div>
      )}
    </div>
  )
}

/** A picker takes either files or a folder: this one is there for its one question. */
function chooseFolder(onFiles: DropZoneProps['onFiles']): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.webkitdirectory = true
  input.addEventListener('change', () => onFiles(pickedFrom(input.files ?? [])))
  input.click()
}

type PickerProps = {
  id: string
  accept: string
  describedBy: string | undefined
  onFiles: DropZoneProps['onFiles']
}

function Picker({ id, accept, describedBy, onFiles }: PickerProps) {
  return (
    <input
      id={id}
      type="file"
      multiple
      accept={accept}
      aria-describedby={describedBy}
      className="sr-only"
      onChange={({ currentTarget }) => {
        onFiles(pickedFrom(currentTarget.files ?? []))
        currentTarget.value = ''
      }}
    />
  )
}
