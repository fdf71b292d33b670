import type { Dataset } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { FileRow } from '@/components/blocks/file-row.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { useSignInFirst } from '@/lib/sign-in-first.tsx'
import { startDownload } from '@/lib/start-download.ts'
import { FormatMenu } from './format-menu.tsx'

/** Single files; fetching them releases nothing. */
export function DeliveredFiles({ dprId, files }: Pick<Dataset, 'dprId' | 'files'>) {
  const signInFirst = useSignInFirst()
  const fetchLink = useMutation(
    orpc.deliveries.fileLink.mutationOptions({
      onSuccess: ({ url }) => startDownload(url),
      onError: (error) => notify.error('File not downloaded', toProblem(error).message),
    }),
  )
  return (
    <ul className="divide-y">
      {files.map((file) => (
        <FileRow
          key={file.id}
          name={file.name}
          sizeBytes={file.bytes}
          note={
            <span title={`SHA-256 ${file.sha256}`} className="mono">
              {file.sha256.slice(0, 8)}
            </span>
          }
          action={
            <span className="flex">
              {file.name.endsWith('.csv') && <FormatMenu dprId={dprId} file={file} />}
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={`Download ${file.name}`}
                loading={fetchLink.isPending && fetchLink.variables.fileId === file.id}
                onClick={() => signInFirst(() => fetchLink.mutate({ fileId: file.id }))}
              >
                {!(fetchLink.isPending && fetchLink.variables.fileId === file.id) && (
                  <Download aria-hidden />
                )}
              </Button>
            </span>
          }
        />
      ))}
    </ul>
  )
}
