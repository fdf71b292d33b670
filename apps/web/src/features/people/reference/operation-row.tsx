import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import type { Description } from './description.ts'
import { OperationDetail } from './operation-detail.tsx'
import type { Operation } from './operations.ts'

type OperationRowProps = {
  operation: Operation
  description: Description
  /** The address names this operation: it is open, and in view. */
  isTarget: boolean
}

/** Shows an operation as a line that opens; what is in it is drawn then. */
export function OperationRow({ operation, description, isTarget }: OperationRowProps) {
  const { operationId, method, path, summary, deprecated } = operation
  const [isOpen, setIsOpen] = useState(isTarget)
  const [wasTarget, setWasTarget] = useState(isTarget)
  const row = useRef<HTMLLIElement>(null)
  if (wasTarget !== isTarget) {
    setWasTarget(isTarget)
    if (isTarget) setIsOpen(true)
  }
  useEffect(() => {
    if (isTarget) row.current?.scrollIntoView()
  }, [isTarget])
  const bodyId = `${operationId}-body`
  return (
    <li ref={row} id={operationId} className="scroll-mt-16 border-t">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="group grid w-full grid-cols-[4.25rem_minmax(0,1fr)_auto] items-start gap-x-2 px-4 py-2.5 text-left hover:bg-accent md:px-5"
        >
          <span className="mono pt-px font-semibold text-primary text-sm">{method}</span>
          <span className="grid min-w-0 gap-x-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <span
              className={cn('mono text-sm [overflow-wrap:anywhere]', deprecated && 'line-through')}
            >
              {path}
            </span>
            <span className="text-base text-muted-foreground">
              {summary}
              {deprecated && ' (deprecated)'}
            </span>
          </span>
          <ChevronDown
            className="mt-0.5 size-4 text-muted-foreground transition-transform group-aria-expanded:rotate-180"
            aria-hidden
          />
        </button>
      </h3>
      {isOpen && (
        <div id={bodyId} className="border-t bg-sunken/40 px-4 py-4 md:px-5">
          <OperationDetail operation={operation} description={description} />
        </div>
      )}
    </li>
  )
}
