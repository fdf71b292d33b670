import { acceptOf, kindsOf, maxDeliveryFiles, maxUploadBytes } from '@semblance/contract'
import { FolderUp, Upload } from 'lucide-react'
import { useId } from 'react'
import { DropArea } from '@/components/blocks/files/drop-area.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
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
  const errorId = useId()
  const hasError = errors.length > 0
  return (
    <div>
      <DropArea
        onChosen={(files) => onFiles(pickedFrom(files))}
        onDropped={(transfer) => void droppedFrom(transfer).then(onFiles)}
        accept={acceptOf('upload')}
        errorId={hasError ? errorId : undefined}
        className={isCompact ? 'py-5' : 'py-9'}
      >
        {!isCompact && <Upload className="mb-3 size-6 text-muted-foreground" aria-hidden />}
        <span className="font-medium text-md">
          {isCompact ? 'Drop more files or folders here, or ' : 'Drop the original files here, or '}
          <span className="link">choose files</span>
        </span>
        <span className="mt-1 text-muted-foreground text-sm">
          {kindsOf('upload')}, up to {maxDeliveryFiles} files of {fileSize(maxUploadBytes)}
        </span>
      </DropArea>
      <div className="mt-2 flex justify-end">
        <Button type="button" variant="ghost" size="sm" onClick={() => chooseFolder(onFiles)}>
          <FolderUp aria-hidden /> Choose a folder
        </Button>
      </div>
      {hasError && (
        <div className="mt-1.5 grid gap-1" role="alert" id={errorId}>
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
