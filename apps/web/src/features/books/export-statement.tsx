import type { StatementLine } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { saveFile } from '@/lib/save-file.ts'
import { statementCsv } from './statement-csv.ts'

type Period = { from?: string; to?: string }

/** Every movement of the period, page after page, as one CSV file. */
export function ExportStatement({ code, period }: { code: string; period: Period }) {
  const report = useMutation({
    mutationFn: async () => statementCsv(await allLines(code, period)),
    onSuccess: (csv) =>
      saveFile(`statement-${code.replace(/\W+/g, '-')}.csv`, csv, 'text/csv;charset=utf-8'),
    onError: (error) => notify.error('Statement Not Exported', toProblem(error).message),
  })
  return (
    <Button variant="outline" size="sm" loading={report.isPending} onClick={() => report.mutate()}>
      {!report.isPending && <Download aria-hidden />}
      Export CSV
    </Button>
  )
}

async function allLines(code: string, period: Period): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let cursor: string | undefined
  do {
    const page = await api.books.staff.statement({ code, ...period, cursor, limit: 100 })
    lines.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return lines
}
