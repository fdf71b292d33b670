import type { Attachment } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { cn } from '@/lib/cn.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { FileRow } from './file-row.tsx'

type AttachmentListProps = ComponentProps<'ul'> & {
  attachments: readonly Attachment[]
  /** Asks for the link of one, which holds for a short time; without it they cannot be fetched yet. */
  onAskLink?: (id: string) => Promise<{ url: string }>
}

/** Lists a message's attachments; renders nothing without any. */
export function AttachmentList({
  attachments,
  onAskLink,
  className,
  ...props
}: AttachmentListProps) {
  if (attachments.length === 0) return null
  return (
    <ul {...props} className={cn('divide-y border px-3', className)}>
      {attachments.map(({ id, fileName, bytes }) => (
        <FileRow
          key={id}
          name={fileName}
          sizeBytes={bytes}
          action={onAskLink && <DownloadAttachment name={fileName} askLink={() => onAskLink(id)} />}
        />
      ))}
    </ul>
  )
}

type DownloadAttachmentProps = { name: string; askLink: () => Promise<{ url: string }> }

function DownloadAttachment({ name, askLink }: DownloadAttachmentProps) {
  const link = useMutation({
    mutationFn: askLink,
    onSuccess: ({ url }) => startDownload(url),
    onError: (error) => notify.error('File not downloaded', toProblem(error).message),
  })
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`Download ${name}`}
      loading={link.isPending}
      onClick={() => link.mutate()}
    >
      {!link.isPending && <Download aria-hidden />}
    </Button>
  )
}
