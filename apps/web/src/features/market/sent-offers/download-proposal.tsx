import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { savePdf } from '@/lib/files/save-file.ts'

export function DownloadProposal({ offerId }: { offerId: string }) {
  const download = useMutation({
    mutationFn: () => savePdf(`/api/offers/${offerId}/proposal.pdf`, `${offerId}-proposal.pdf`),
    onError: () => notify.error('Proposal not downloaded', 'Check your connection and try again.'),
  })
  return (
    <Button variant="outline" loading={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <FileDown aria-hidden />}
      Download Proposal
    </Button>
  )
}
