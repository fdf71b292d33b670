import type { Earning } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { saveFile } from '@/lib/save-file.ts'
import { earningsCsv } from './earnings-csv.ts'

/** Export Report: every transaction, page after page, as one CSV file. */
export function ExportReport() {
  const report = useMutation({
    mutationFn: async () => earningsCsv(await allEarnings()),
    onSuccess: (csv) =>
      saveFile(
        `earnings-${new Date().toISOString().slice(0, 10)}.csv`,
        csv,
        'text/csv;charset=utf-8',
      ),
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
