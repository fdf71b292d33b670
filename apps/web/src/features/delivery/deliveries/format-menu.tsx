import { exportFormatLabels, exportFormats, type OtherFormat } from '@semblance/contract'
import { FileOutput } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'

type FormatMenuProps = {
  name: string
  isMaking: boolean
  onChoose: (format: OtherFormat) => void
}

/** Offers a table in other formats than CSV, each converted on its first request. */
export function FormatMenu({ name, isMaking, onChoose }: FormatMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Other formats of ${name}`}
          title="Other formats"
          loading={isMaking}
        >
          {!isMaking && <FileOutput aria-hidden />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {exportFormats.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => onChoose(format)}>
            Download as {exportFormatLabels[format]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
