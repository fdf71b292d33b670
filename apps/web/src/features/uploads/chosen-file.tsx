import { Pause, Play, X } from 'lucide-react'
import { FileRow } from '@/components/blocks/file-row.tsx'
import { Button } from '@/components/ui/button.tsx'
import { fileSize, percent } from '@/lib/format.ts'
import type { UploadState, useUpload } from './use-upload.ts'

type ChosenFileProps = {
  file: File
  upload: ReturnType<typeof useUpload>
  /** All bytes are there; the server is being told. */
  handingOver: boolean
  onRemove: () => void
}

/** The file of a delivery: how much of it has been sent, and the buttons that fit the moment. */
export function ChosenFile({ file, upload, handingOver, onRemove }: ChosenFileProps) {
  const { state, pause, resume } = upload
  const sentBytes = 'sentBytes' in state ? state.sentBytes : null
  return (
    <ul className="rounded-md border px-4">
      <FileRow
        name={file.name}
        sizeBytes={file.size}
        note={progressNote(state, file.size)}
        progress={sentBytes === null ? undefined : Math.round((sentBytes / (file.size || 1)) * 100)}
        action={
          !handingOver && (
            <span className="flex gap-1">
              {state.phase === 'sending' && (
                <Action label={`Pause ${file.name}`} icon={Pause} onClick={pause} />
              )}
              {(state.phase === 'paused' || state.phase === 'failed') && (
                <Action label={`Resume ${file.name}`} icon={Play} onClick={resume} />
              )}
              {state.phase !== 'sending' && (
                <Action label={`Remove ${file.name}`} icon={X} onClick={onRemove} />
              )}
            </span>
          )
        }
      />
    </ul>
  )
}

type ActionProps = { label: string; icon: typeof X; onClick: () => void }

function Action({ label, icon: Icon, onClick }: ActionProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} onClick={onClick}>
      <Icon aria-hidden />
    </Button>
  )
}

function progressNote(state: UploadState, bytes: number) {
  if (state.phase === 'idle') return undefined
  const sent = `${fileSize(state.sentBytes)} sent, ${percent(state.sentBytes / (bytes || 1), 0)}`
  const held = { sending: '', paused: 'Paused, ', failed: 'Stopped, ' }[state.phase]
  return held + sent
}
