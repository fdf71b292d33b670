import { type ReactNode, useId, useState } from 'react'
import { cn } from '@/lib/cn.ts'

type DropAreaProps = {
  onChosen: (files: File[]) => void
  /** Read it at once: it is empty after the event. */
  onDropped: (transfer: DataTransfer) => void
  /** The file types that the picker accepts, in an input's format; any by default. */
  accept?: string
  /** ID of the element with the error about the files. */
  errorId?: string
  className?: string
  /** The instruction in the area. */
  children: ReactNode
}

/** Takes files by drop, or by a picker that opens on click. */
export function DropArea(props: DropAreaProps) {
  const { onChosen, onDropped, accept, errorId, className, children } = props
  const inputId = useId()
  const [isOver, setOver] = useState(false)
  return (
    <label
      htmlFor={inputId}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDropped(event.dataTransfer)
      }}
      className={cn(
        'flex cursor-pointer flex-col items-center rounded-md border border-input border-dashed px-5 text-center transition-colors hover:bg-accent/60 has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
        isOver && 'border-primary bg-primary-soft',
        errorId && 'border-destructive',
        className,
      )}
    >
      {children}
      <input
        id={inputId}
        type="file"
        multiple
        accept={accept}
        aria-describedby={errorId}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])])
          currentTarget.value = '' // so that choosing the same file again is a change
        }}
      />
    </label>
  )
}
