import { useMutation } from '@tanstack/react-query'
import { ArrowDownToLine } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

/** Downloads all files as one ZIP, once escrow has been released. */
export function DownloadAll({ dprId }: { dprId: string }) {
  const signInFirst = useRequireSignIn()
  const fetchLink = useMutation(
    orpc.deliveries.archiveLink.mutationOptions({
      onSuccess: ({ url }) => {
        startDownload(url)
        notify.success('Download Started', 'Your browser saves all files as one ZIP.')
      },
      onError: (error) => notify.error('Files not downloaded', toProblem(error).message),
    }),
  )
  return (
    <Button
      size="lg"
      className="mt-5 w-full"
      loading={fetchLink.isPending}
      onClick={() => signInFirst(() => fetchLink.mutate({ dprId }))}
    >
      {!fetchLink.isPending && <ArrowDownToLine aria-hidden />}
      Download All Files
    </Button>
  )
}
