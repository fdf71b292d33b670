import { Copy } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'

type CopyButtonProps = {
  text: string
  /** Names what is copied: "Key". */
  noun: string
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, noun }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify.success(`${noun} copied`)
    } catch {
      // No permission, or a page without TLS.
      notify.error('Not copied', 'Your browser does not allow it. Select the text and copy it.')
    }
  }
  return (
    <Button type="button" variant="outline" onClick={copy}>
      <Copy aria-hidden />
      Copy {noun}
    </Button>
  )
}
