import { Copy } from 'lucide-react'
import { notify } from '@/components/ui/toast.tsx'
import { cn } from '@/lib/cn.ts'

const [startLength, endLength] = [12, 8]

/** Shows the first 12 and the last 8 characters of a hash, and copies all of it. */
export function ShortHash({ value, className }: { value: string; className?: string }) {
  const isShort = value.length <= startLength + endLength
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      notify.success('Hash copied')
    } catch {
      // No permission, or a page without TLS.
      notify.error('Not copied', 'Your browser does not allow it. Select the text and copy it.')
    }
  }
  return (
    <span className={cn('mono inline-flex items-center gap-1 text-xs', className)}>
      <span title={value} className="break-all">
        {isShort ? value : `${value.slice(0, startLength)}…${value.slice(-endLength)}`}
      </span>
      <button
        type="button"
        aria-label={`Copy ${value.slice(0, startLength)}… whole`}
        className="grid size-6 shrink-0 place-items-center rounded-xs text-muted-foreground hover:bg-accent hover:text-foreground max-md:size-10 print:hidden"
        onClick={copy}
      >
        <Copy className="size-3.5" aria-hidden />
      </button>
    </span>
  )
}
