import { TriangleAlert } from 'lucide-react'

/** Lists at a choice what it breaks in the data contract; nothing where it breaks none. */
export function Breaks({ breaks = [] }: { breaks: readonly string[] | undefined }) {
  return breaks.map((text) => (
    <p key={text} className="mt-2 flex gap-1.5 text-sm text-st-warn-fg">
      <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      {text}
    </p>
  ))
}
