import type { Dataset } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { date, fileSize, plural } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { DeliveredFiles } from './delivered-files.tsx'

type FilesPanelProps = Pick<Dataset, 'dprId' | 'files'> & {
  /** Leads to the rest; then only the first files are listed. */
  more?: ReactNode
}

const firstCount = 2

export function FilesPanel({ dprId, files, more }: FilesPanelProps) {
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <Panel
      title="Files"
      action={
        <span className="num text-muted-foreground text-sm">
          {plural(files.length, 'file')}, {fileSize(totalBytes)}
        </span>
      }
      bodyClassName="pb-2!"
    >
      <DeliveredFiles dprId={dprId} files={more ? files.slice(0, firstCount) : files} />
      {more ? <div className="border-t py-2">{more}</div> : <DownloadChecksums dprId={dprId} />}
    </Panel>
  )
}

/** Lists deliveries that the client has returned for changes. */
export function EarlierDeliveries({ dprId, earlier }: Pick<Dataset, 'dprId' | 'earlier'>) {
  if (earlier.length === 0) return null
  return (
    <Panel title="Earlier deliveries" bodyClassName="pb-2!">
      <ul className="divide-y">
        {earlier.map(({ id, deliveredAt, qualityScore, changesAsked, files }) => (
          <li key={id} className="py-3">
            <p className="num flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{date(deliveredAt)}</span>
              <span className="text-muted-foreground text-sm">
                quality score {qualityScore.toFixed(1)}
              </span>
            </p>
            {changesAsked && (
              <p className="mt-1 whitespace-pre-line text-sm [overflow-wrap:anywhere]">
                <span className="text-muted-foreground">You asked: </span>
                {changesAsked}
              </p>
            )}
            <DeliveredFiles dprId={dprId} files={files} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The SHA-256 of every file, for `sha256sum --check`. */
function DownloadChecksums({ dprId }: { dprId: string }) {
  const may = useMayCall('deliveries.checksumsLink')
  const signInFirst = useRequireSignIn()
  const fetchLink = useMutation(
    orpc.deliveries.checksumsLink.mutationOptions({
      onSuccess: ({ url }) => startDownload(url),
      onError: (error) => notify.error('Checksums not downloaded', toProblem(error).message),
    }),
  )
  if (!may) return null
  return (
    <Button
      variant="outline"
      size="sm"
      className="mb-3"
      loading={fetchLink.isPending}
      onClick={() => signInFirst(() => fetchLink.mutate({ dprId }))}
    >
      {!fetchLink.isPending && <ListChecks aria-hidden />}
      Checksums (SHA-256)
    </Button>
  )
}
