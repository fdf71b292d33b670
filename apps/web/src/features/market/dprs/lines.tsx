import { Check } from 'lucide-react'

type LinesProps = {
  lines: readonly string[]
  /** Adds check marks, for deliverables. */
  ticked?: boolean
  /** Shown in place of an empty list; nothing when left out. */
  none?: string
}

/** Lists the client's lines. */
export function Lines({ lines, ticked, none }: LinesProps) {
  if (lines.length === 0)
    return none ? <p className="text-base text-muted-foreground">{none}</p> : null
  return (
    <ul className="grid gap-2">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <li key={index} className="flex items-start gap-2.5 text-base">
          {ticked ? (
            <Check className="mt-[3px] size-4 shrink-0 text-primary" aria-hidden />
          ) : (
            <span aria-hidden className="mt-[9px] size-1 shrink-0 rounded-full bg-foreground/60" />
          )}
          <span className="min-w-0 max-w-[72ch] [overflow-wrap:anywhere]">{line}</span>
        </li>
      ))}
    </ul>
  )
}
