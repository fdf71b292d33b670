import { Pause, Play, X } from 'lucide-react'
import { FileRow } from '@/components/blocks/files/file-row.tsx'
import { Button } from '@/components/ui/button.tsx'
import { fileSize, percent } from '@/lib/format.ts'
import type { ShownFile } from '../shown-files.ts'

type UploadRowsProps = {
  label: string
  files: readonly ShownFile[]
  onPause: (key: number) => void
  onResume: (key: number) => void
  onRemove: (file: ShownFile) => void
  /** A request to the server is in progress: nothing can be changed. */
  isBusy: boolean
}

/** Lists the files with their progress and possible actions. */
export function UploadRows({ label, files, onPause, onResume, onRemove, isBusy }: UploadRowsProps) {
  return (
    <ul aria-label={label} className="max-h-[420px] overflow-y-auto rounded-md border px-4">
      {files.map((file) => {
        const { id, key, name, bytes, sentBytes, phase } = file
        const isHeld = phase === 'paused' || phase === 'failed'
        return (
          <FileRow
            key={id}
            name={name}
            sizeBytes={bytes}
            note={noteOf(file)}
            progress={phase === 'sent' ? undefined : Math.round((sentBytes / (bytes || 1)) * 100)}
            action={
              !isBusy && (
                <span className="flex gap-1">
                  {phase === 'sending' && key !== null && (
                    <Action label={`Pause ${name}`} icon={Pause} onClick={() => onPause(key)} />
                  )}
                  {isHeld && key !== null && (
                    <Action label={`Resume ${name}`} icon={Play} onClick={() => onResume(key)} />
                  )}
                  <Action label={`Remove ${name}`} icon={X} onClick={() => onRemove(file)} />
                </span>
              )
            }
          />
        )
      })}
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

const held = {
  waiting: 'Waiting, ',
  sending: '',
  paused: 'Paused, ',
  failed: 'Stopped, ',
  unfinished: 'Unfinished: choose the file again to go on, ',
}

function noteOf({ phase, sentBytes, bytes, message }: ShownFile): string {
  if (phase === 'sent') return 'Uploaded'
  const sent = `${fileSize(sentBytes)} sent, ${percent(sentBytes / (bytes || 1), 0)}`
  return message ? `${message} ${sent}` : held[phase] + sent
}
