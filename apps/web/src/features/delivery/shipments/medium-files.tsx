import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { fileSize } from '@/lib/format.ts'

/** Lists the files that the vendor writes to the medium, to download. */
export function MediumFiles({ contractId }: { contractId: string }) {
  const { data } = useQuery(
    orpc.shipments.files.queryOptions({ input: { contractId, ...shortList } }),
  )
  const link = useMutation(
    orpc.shipments.fileLink.mutationOptions({
      gcTime: 0,
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => notifyProblem('Not downloaded', error),
    }),
  )
  const files = data?.items ?? []
  if (files.length === 0) return null
  return (
    <>
      <h3 className="mt-4 font-medium text-muted-foreground text-sm">Write to the medium</h3>
      <p className="mt-1 max-w-[72ch] text-base">
        Encrypt the medium, and tell the client its passphrase by another way than the parcel. The
        client sees in its download log which files you fetched.
      </p>
      <ul className="mt-2 divide-y">
        {files.map(({ id, name, bytes }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="mono min-w-0 text-sm [overflow-wrap:anywhere]">
              {name} <span className="num text-muted-foreground">{fileSize(bytes)}</span>
            </span>
            <MayCall procedure="shipments.fileLink">
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Download ${name}`}
                onClick={() => link.mutate({ contractId, fileId: id })}
              >
                <Download aria-hidden />
                Download
              </Button>
            </MayCall>
          </li>
        ))}
      </ul>
    </>
  )
}
