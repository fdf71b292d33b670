import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { fileColumns } from '@/components/ui/data-table-column.ts'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { readCsv } from '@/lib/files/csv.ts'
import { saveFile, savePdf } from '@/lib/files/save-file.ts'
import { isoDay } from '@/lib/format.ts'
import { type PeriodKey, periodOf, periodOptions } from './periods.ts'
import { earningColumns } from './transactions.tsx'

/** Exports the transactions of a period, as a spreadsheet or for print. */
export function ExportReport() {
  const [isOpen, setIsOpen] = useState(false)
  const [period, setPeriod] = useState<PeriodKey>('this-year')
  const report = useMutation({
    mutationFn: (format: 'csv' | 'pdf') => exportAs(format, period),
    onSuccess: () => setIsOpen(false),
    onError: (error) => notify.error('Report Not Exported', toProblem(error).message),
  })
  const isBusy = (format: 'csv' | 'pdf') => report.isPending && report.variables === format
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      size="sm"
      trigger={
        <Button variant="outline">
          <Download aria-hidden />
          Export Report
        </Button>
      }
      title="Export report"
      description="Every transaction of the period, with exact amounts."
      footer={
        <>
          <Button
            variant="outline"
            loading={isBusy('pdf')}
            disabled={report.isPending}
            onClick={() => report.mutate('pdf')}
          >
            Download PDF
          </Button>
          <Button
            loading={isBusy('csv')}
            disabled={report.isPending}
            onClick={() => report.mutate('csv')}
          >
            Download CSV
          </Button>
        </>
      }
    >
      <Field label="Period">
        {(control) => (
          <Select {...control} options={periodOptions} value={period} onValueChange={setPeriod} />
        )}
      </Field>
    </Dialog>
  )
}

async function exportAs(format: 'csv' | 'pdf', key: PeriodKey): Promise<void> {
  const period = periodOf(key)
  const fileName = `earnings-${key}-${isoDay(new Date())}`
  if (format === 'pdf') {
    const query = new URLSearchParams(period)
    return await savePdf(`/api/earnings/report.pdf?${query}`, `${fileName}.pdf`)
  }
  const file = await readCsv({
    columns: fileColumns(earningColumns),
    readPage: (page, options) => api.earnings.list({ ...period, ...page }, options),
  })
  saveFile(`${fileName}.csv`, file, file.type)
}
