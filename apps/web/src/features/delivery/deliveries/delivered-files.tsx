import { type Dataset, type DeliveryFile, exportFormatLabels } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { FileRow } from '@/components/blocks/files/file-row.tsx'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { withFormatsTogether } from './export-formats.ts'
import { FormatMenu } from './format-menu.tsx'
import { useConversion } from './use-conversion.ts'

/** Lists single files; downloading them releases nothing. */
export function DeliveredFiles({ dprId, files }: Pick<Dataset, 'dprId' | 'files'>) {
  return (
    <ul className="divide-y">
      {withFormatsTogether(files).map((file) =>
        file.name.endsWith('.csv') ? (
          <TableRow key={file.id} dprId={dprId} file={file} />
        ) : (
          <FileRow
            key={file.id}
            name={file.name}
            sizeBytes={file.bytes}
            note={<ShortChecksum {...file} />}
            action={<DownloadFile {...file} />}
          />
        ),
      )}
    </ul>
  )
}

/** While another format of it is made, the row says so. */
function TableRow({ dprId, file }: { dprId: string; file: DeliveryFile }) {
  const { making, start } = useConversion(dprId, file)
  return (
    <FileRow
      name={file.name}
      sizeBytes={file.bytes}
      note={
        <>
          <span role="status">{making && `making ${exportFormatLabels[making]}`}</span>
          {!making && <ShortChecksum {...file} />}
        </>
      }
      action={
        <span className="flex">
          <MayCall procedure="deliveries.convert">
            <FormatMenu name={file.name} isMaking={making !== null} onChoose={start} />
          </MayCall>
          <DownloadFile {...file} />
        </span>
      }
    />
  )
}

const ShortChecksum = ({ sha256 }: DeliveryFile) => (
  <span title={`SHA-256 ${sha256}`} className="mono">
    {sha256.slice(0, 8)}
  </span>
)

function DownloadFile({ id, name }: DeliveryFile) {
  const may = useMayCall('deliveries.fileLink')
  const signInFirst = useRequireSignIn()
  const fetchLink = useMutation(
    orpc.deliveries.fileLink.mutationOptions({
      onSuccess: ({ url }) => startDownload(url),
      onError: (error) => notify.error('File not downloaded', toProblem(error).message),
    }),
  )
  return (
    <Button
      size="icon-sm"
      variant="ghost"
      aria-label={`Download ${name}`}
      title={may ? 'Download' : 'Your role does not let you download data'}
      disabled={!may}
      loading={fetchLink.isPending}
      onClick={() => signInFirst(() => fetchLink.mutate({ fileId: id }))}
    >
      {!fetchLink.isPending && <Download aria-hidden />}
    </Button>
  )
}
