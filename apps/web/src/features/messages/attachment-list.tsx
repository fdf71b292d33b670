import type { Attachment } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { FileRow } from '@/components/blocks/file-row.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { startDownload } from '@/lib/start-download.ts'

/** Files of a message; each is fetched by a link that holds for a short time. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul className="w-[min(340px,100%)] min-w-0 divide-y justify-self-end rounded-md border bg-card px-3">
      {attachments.map((attachment) => (
        <FileRow
          key={attachment.id}
          name={attachment.fileName}
          sizeBytes={attachment.bytes}
          action={<DownloadAttachment attachment={attachment} />}
        />
      ))}
    </ul>
  )
}

function DownloadAttachment({ attachment: { id, fileName } }: { attachment: Attachment }) {
  const link = useMutation(
    orpc.negotiation.attachmentLink.mutationOptions({
      onSuccess: ({ url }) => startDownload(url),
      onError: (error) => notify.error('File not downloaded', toProblem(error).message),
    }),
  )
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`Download ${fileName}`}
      loading={link.isPending}
      onClick={() => link.mutate({ attachmentId: id })}
    >
      {!link.isPending && <Download aria-hidden />}
    </Button>
  )
}
