import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { savePdf } from '@/lib/files/save-file.ts'

/** Downloads the contract as PDF. */
export function DownloadContract({ contractId }: { contractId: string }) {
  const download = useMutation({
    mutationFn: () =>
      savePdf(`/api/contracts/${contractId}/contract.pdf`, `${contractId}-contract.pdf`),
    onError: () =>
      notify.error('Contract not downloaded', 'Check your connection and try again in a moment.'),
  })
  return (
    <Button variant="outline" loading={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <FileDown aria-hidden />}
      Download Contract
    </Button>
  )
}
