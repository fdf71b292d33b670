import { type OtherFormat, otherFormats } from '@semblance/contract'
import { FileOutput } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { otherFormatLabels } from './other-formats.ts'

type FormatMenuProps = {
  name: string
  isMaking: boolean
  onChoose: (format: OtherFormat) => void
}

/** A table in other formats than CSV, each made when it is first asked for. */
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
        {otherFormats.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => onChoose(format)}>
            Download as {otherFormatLabels[format]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
