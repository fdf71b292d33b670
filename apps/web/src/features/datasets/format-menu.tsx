import type { DeliveryFile, OtherFormat } from '@semblance/contract'
import { FileOutput } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { useConversion } from './use-conversion.ts'

const formatLabels: Record<OtherFormat, string> = {
  json: 'JSON',
  xlsx: 'Excel (.xlsx)',
  parquet: 'Parquet',
}

/** A table in other formats than CSV, each made when it is first asked for. */
export function FormatMenu({ dprId, file }: { dprId: string; file: DeliveryFile }) {
  const { isMaking, start } = useConversion(dprId, file)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Other formats of ${file.name}`}
          loading={isMaking}
        >
          {!isMaking && <FileOutput aria-hidden />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {Object.entries(formatLabels).map(([format, label]) => (
          <DropdownMenuItem key={format} onSelect={() => start(format as OtherFormat)}>
            Download as {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
