import type { DprDetail } from '@semblance/contract'
import { Braces, Download, Sheet } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { csvBlob } from '@/lib/files/csv.ts'
import { saveFile } from '@/lib/files/save-file.ts'
import { dprCsv, dprJson } from './dpr-export.ts'

/** Export: the whole request as a file. */
export function ExportDpr({ dpr }: { dpr: DprDetail }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">
          <Download aria-hidden />
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem
          icon={Sheet}
          onSelect={() => saveFile(`${dpr.id}.csv`, csvBlob(dprCsv(dpr)), 'text/csv;charset=utf-8')}
        >
          CSV, for spreadsheets
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={Braces}
          onSelect={() => saveFile(`${dpr.id}.json`, dprJson(dpr), 'application/json')}
        >
          JSON, for programs
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
