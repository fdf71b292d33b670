import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { type KeyHint, KeyHints, SingleKey } from './key-hints.tsx'
import { useQueueKeysSetting } from './queue-keys-setting.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import type { QueueSteps } from './use-queue-steps.ts'

type QueueLayoutProps = {
  /** Says how the list is ordered: "Most urgent first". */
  order: string
  /** Next to the order: a filter, or a menu. */
  tools?: ReactNode
  /** The rows, as QueueRows. */
  rows: ReactNode
  /** Below the rows: LoadMore. */
  more?: ReactNode
  steps: QueueSteps
  /** The opened item: null while there is none. */
  item: QueueItem | null
  hints: readonly KeyHint[]
}

type QueueItem = {
  id: string
  title: ReactNode
  /** Below the title. */
  facts: ReactNode
  evidence: ReactNode
  decision: ReactNode
}

/** Shows a queue with the opened item: evidence and decision side by side, on phones above the list. */
export function QueueLayout({ order, tools, rows, more, steps, item, hints }: QueueLayoutProps) {
  useQueueKeys({ j: () => steps.next?.(), k: () => steps.previous?.() })
  return (
    <>
      <div className="card grid min-w-0 overflow-hidden lg:grid-cols-[260px_minmax(0,1fr)] xl:grid-cols-[300px_minmax(0,1fr)]">
        <section aria-label="Queue" className="min-w-0 max-lg:order-2 max-lg:border-t lg:border-r">
          <div className="flex min-h-13 items-center justify-between gap-3 border-b px-4 py-2">
            <h2 className="font-medium text-sm">{order}</h2>
            {tools}
          </div>
          {rows}
          {more}
        </section>
        {item && <OpenedItem key={item.id} item={item} steps={steps} />}
      </div>
      <KeyHints hints={hints} />
    </>
  )
}

function OpenedItem({ item, steps }: { item: QueueItem; steps: QueueSteps }) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { takeFocus } = steps
  useEffect(() => {
    if (takeFocus()) heading.current?.focus()
  }, [takeFocus])
  return (
    <article aria-labelledby={titleId} className="flex min-w-0 flex-col">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b px-4 py-4 md:px-5">
        <div className="min-w-0">
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className="display text-xl outline-none [overflow-wrap:anywhere]"
          >
            {item.title}
          </h2>
          <div className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-muted-foreground text-sm">
            {item.facts}
          </div>
        </div>
        <StepButtons steps={steps} />
      </header>
      <div className="grid min-w-0 flex-1 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">{item.evidence}</div>
        <aside
          aria-label="Decision"
          className="min-w-0 border-t bg-sunken px-4 py-5 md:px-5 xl:border-t-0 xl:border-l"
        >
          {item.decision}
        </aside>
      </div>
    </article>
  )
}

/** Says where in the queue the opened item is, and leads to its neighbors. */
export function StepButtons({
  steps: { position, count, isMore, next, previous },
}: {
  steps: QueueSteps
}) {
  const { isOn } = useQueueKeysSetting()
  if (position === null) return null
  return (
    <div className="flex items-center gap-1.5 text-muted-foreground text-sm">
      <span className="num mr-1.5 whitespace-nowrap">
        {position} of {count}
        {isMore && '+'}
      </span>
      <Button variant="outline" size="icon-sm" disabled={!previous} onClick={previous ?? undefined}>
        <ChevronLeft aria-hidden className={cn(isOn && 'md:hidden')} />
        <SingleKey className="border-0 bg-transparent">K</SingleKey>
        <span className="sr-only">Previous</span>
      </Button>
      <Button variant="outline" size="icon-sm" disabled={!next} onClick={next ?? undefined}>
        <ChevronRight aria-hidden className={cn(isOn && 'md:hidden')} />
        <SingleKey className="border-0 bg-transparent">J</SingleKey>
        <span className="sr-only">Next</span>
      </Button>
    </div>
  )
}

type QueueRowProps = {
  title: string
  note: ReactNode
  /** At the right end of the title: when it is due. */
  due?: ReactNode
  /** At the right end of the note. */
  mark?: ReactNode
  isOpen: boolean
  onOpen: () => void
}

export function QueueRow({ title, note, due, mark, isOpen, onOpen }: QueueRowProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen && matchMedia('(min-width: 1024px)').matches)
      row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li className="border-b last:border-b-0">
      <button
        ref={row}
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cn(
          'block w-full border-l-[3px] px-3.5 py-2.5 text-left focus-visible:-outline-offset-2',
          isOpen
            ? 'border-l-primary bg-primary-soft/60'
            : 'border-l-transparent hover:bg-accent/60',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 font-medium text-base [overflow-wrap:anywhere]">{title}</span>
          <span className="shrink-0 text-xs">{due}</span>
        </span>
        <span className="mt-0.5 flex items-baseline justify-between gap-3 text-muted-foreground text-sm">
          <span className="min-w-0 [overflow-wrap:anywhere]">{note}</span>
          <span className="shrink-0 text-xs">{mark}</span>
        </span>
      </button>
    </li>
  )
}
