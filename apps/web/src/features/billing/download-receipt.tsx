import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { savePdf } from '@/lib/save-file.ts'

export function DownloadReceipt({ number }: { number: string }) {
  const download = useMutation({
    mutationFn: () => savePdf(`/api/invoices/${number}.pdf`, `${number}.pdf`),
    onError: () =>
      notify.error('Receipt not downloaded', 'Check your connection and try again in a moment.'),
  })
  return (
    <Button
      size="sm"
      variant="outline"
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <FileDown aria-hidden />}
      Receipt<span className="sr-only"> {number}</span>
    </Button>
  )
}
