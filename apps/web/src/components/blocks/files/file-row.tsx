import { type FileKind, formatOfFile } from '@semblance/contract'
import { FileArchive, FileJson, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Progress } from '@/components/ui/progress.tsx'
import { fileSize } from '@/lib/format.ts'

const icons: Record<FileKind, LucideIcon> = {
  table: FileSpreadsheet,
  records: FileJson,
  archive: FileArchive,
  document: FileText,
}

type FileRowProps = {
  name: string
  sizeBytes: number
  /** After the size. */
  note?: ReactNode
  /** An icon button: download or remove. */
  action?: ReactNode
  /** 0 to 100 while the file is being sent. */
  progress?: number
}

/** Shows one file; belongs in a list. */
export function FileRow({ name, sizeBytes, note, action, progress }: FileRowProps) {
  const Icon = icons[formatOfFile(name)?.kind ?? 'document']
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="mono truncate" title={name}>
          {name}
        </div>
        <div className="num text-muted-foreground text-xs">
          {fileSize(sizeBytes)}
          {note && <> · {note}</>}
        </div>
        {progress !== undefined && (
          <Progress value={progress} label={`Upload of ${name}`} className="mt-1.5" />
        )}
      </div>
      {action}
    </li>
  )
}
