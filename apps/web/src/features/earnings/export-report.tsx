import type { Earning } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { earningsCsv } from './earnings-csv.ts'

/** Export Report: every transaction, page after page, as one CSV file. */
export function ExportReport() {
  const report = useMutation({
    mutationFn: async () => earningsCsv(await allEarnings()),
    onSuccess: (csv) => download(csv, `earnings-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => notify.error('Report Not Exported', toProblem(error).message),
  })
  return (
    <Button variant="outline" loading={report.isPending} onClick={() => report.mutate()}>
      {!report.isPending && <Download aria-hidden />}
      Export Report
    </Button>
  )
}

async function allEarnings(): Promise<Earning[]> {
  const rows: Earning[] = []
  let cursor: string | undefined
  do {
    const page = await api.earnings.list({ cursor, limit: 100 })
    rows.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return rows
}

function download(text: string, fileName: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Revoked after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
