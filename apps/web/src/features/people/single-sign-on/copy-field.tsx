import { Copy } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'

type CopyFieldProps = { label: string; text: string; className?: string }

/** Shows a text that people copy to another system. */
export function CopyField({ label, text, className }: CopyFieldProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify.success('Copied')
    } catch {
      // No permission, or a page without TLS.
      notify.error('Not copied', 'Your browser does not allow it. Select the text and copy it.')
    }
  }
  return (
    <Field label={label} className={className}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            readOnly
            className="mono bg-muted pr-11"
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            variant="ghost"
            size="icon"
            className="absolute top-0 right-0 max-md:size-11"
            aria-label={`Copy ${label}`}
            onClick={copy}
          >
            <Copy aria-hidden />
          </Button>
        </div>
      )}
    </Field>
  )
}
