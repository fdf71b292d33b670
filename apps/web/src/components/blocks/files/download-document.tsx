import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { savePdf } from '@/lib/files/save-file.ts'

type DownloadDocumentProps = { number: string; noun: 'Invoice' | 'Receipt' }

/** Downloads the PDF of an invoice, statement, credit note or receipt by its number. */
export function DownloadDocument({ number, noun }: DownloadDocumentProps) {
  const download = useMutation({
    mutationFn: () => savePdf(`/api/invoices/${number}.pdf`, `${number}.pdf`),
    onError: () =>
      notify.error(`${noun} not downloaded`, 'Check your connection and try again in a moment.'),
  })
  return (
    <Button
      size="sm"
      variant="outline"
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <FileDown aria-hidden />}
      {noun === 'Receipt' ? noun : 'PDF'}
      <span className="sr-only"> of {number}</span>
    </Button>
  )
}
