import { RotateCcw, X } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { cn } from '@/lib/cn.ts'
import type { PickedFile, PickedFiles } from '@/lib/files/picked-files.ts'
import { FileRow } from './file-row.tsx'

type PickedFileListProps = { picked: PickedFiles; className?: string }

/** Lists the files picked for the next message; renders nothing without any. */
export function PickedFileList({ picked, className }: PickedFileListProps) {
  if (picked.files.length === 0) return null
  return (
    <ul aria-label="Files to send" className={cn('divide-y rounded-sm border px-3', className)}>
      {picked.files.map((one) => (
        <PickedRow key={one.key} one={one} picked={picked} />
      ))}
    </ul>
  )
}

/** Lists the reasons for which files were rejected; renders nothing if all were accepted. */
export function FileRefusals({ picked: { refusals }, className }: PickedFileListProps) {
  if (refusals.length === 0) return null
  return (
    <div role="alert" className={cn('grid gap-1', className)}>
      {refusals.map((refusal) => (
        <FieldError key={refusal}>{refusal}</FieldError>
      ))}
    </div>
  )
}

function PickedRow({ one, picked }: { one: PickedFile; picked: PickedFiles }) {
  const { key, file, sentBytes, attachment, problem } = one
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
              onClick={() => picked.retry(one)}
            >
              <RotateCcw aria-hidden />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove ${file.name}`}
            onClick={() => picked.remove(key)}
          >
            <X aria-hidden />
          </Button>
        </>
      }
    />
  )
}
