import { RotateCcw, X } from 'lucide-react'
import { FileRow } from '@/components/blocks/file-row.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import type { PickedFile, PickedFiles } from './use-picked-files.ts'

type PickedFileListProps = { conversationId: string; files: PickedFiles }

/** Above the composer: what goes with the next message, and what could not be attached. */
export function PickedFileList({ conversationId, files }: PickedFileListProps) {
  const picked = files.of(conversationId)
  const refusals = files.refusalsIn(conversationId)
  return (
    <>
      {picked.length > 0 && (
        <ul
          aria-label="Files to send"
          className="mb-2 max-h-44 divide-y overflow-y-auto rounded-sm border px-3"
        >
          {picked.map((one) => (
            <PickedRow key={one.key} picked={one} files={files} />
          ))}
        </ul>
      )}
      {refusals.length > 0 && (
        <div role="alert" className="mb-2 grid gap-1">
          {refusals.map((refusal) => (
            <FieldError key={refusal}>{refusal}</FieldError>
          ))}
        </div>
      )}
    </>
  )
}

function PickedRow({ picked, files }: { picked: PickedFile; files: PickedFiles }) {
  const { key, file, sentBytes, attachment, problem } = picked
  const isSending = !attachment && !problem
  return (
    <FileRow
      name={file.name}
      sizeBytes={file.size}
      note={problem && <span className="font-medium text-destructive">{problem}</span>}
      progress={isSending ? Math.round((100 * sentBytes) / file.size) : undefined}
      action={
        <>
          {problem && (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Send ${file.name} again`}
              onClick={() => files.retry(picked)}
            >
              <RotateCcw aria-hidden />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove ${file.name}`}
            onClick={() => files.remove(key)}
          >
            <X aria-hidden />
          </Button>
        </>
      }
    />
  )
}
