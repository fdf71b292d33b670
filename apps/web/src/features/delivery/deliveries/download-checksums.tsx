import { useMutation } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

/** Downloads the SHA-256 of every file, for `sha256sum --check`. */
export function DownloadChecksums({ dprId }: { dprId: string }) {
  const signInFirst = useRequireSignIn()
  const fetchLink = useMutation(
    orpc.deliveries.checksumsLink.mutationOptions({
      onSuccess: ({ url }) => startDownload(url),
      onError: (error) => notify.error('Checksums not downloaded', toProblem(error).message),
    }),
  )
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
