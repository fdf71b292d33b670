import type { Certificate } from '@semblance/contract'
import { CircleCheck, CircleX, FileSearch } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { cn } from '@/lib/cn.ts'
import { startHasher } from '@/lib/file-hasher.ts'
import { type Compared, compareFile } from './compare-files.ts'

type Row = { id: number; name: string; share: number; result: Compared | null }

type ComparePanelProps = { jws: string; certificate: Certificate }

/** Whether somebody's files are the certified ones; nothing leaves the browser. */
export function ComparePanel({ jws, certificate }: ComparePanelProps) {
  const [rows, setRows] = useState<Row[]>([])
  const [hasher] = useState(startHasher)
  useEffect(() => hasher.stop, [hasher])
  const patch = (id: number, change: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, ...change } : row)))
  const compare = async (files: File[]) => {
    const added = files.map((file, index) => ({ file, id: rows.length + index }))
    setRows([
      ...rows,
      ...added.map(({ file, id }) => ({ id, name: file.name, share: 0, result: null })),
    ])
    // One after the other: each is read as fast as the disk allows.
    for (const { file, id } of added) {
      const onProgress = (share: number) => patch(id, { share })
      patch(id, { result: await compareFile(file, { jws, certificate, hasher, onProgress }) })
    }
  }
  return (
    <Panel
      title="Compare your files"
      description="Your browser computes their SHA-256. Nothing is sent."
    >
      <FilePicker onFiles={(files) => void compare(files)} />
      <ul className="divide-y" aria-live="polite">
        {rows.map((row) => (
          <ComparedRow key={row.id} {...row} />
        ))}
      </ul>
    </Panel>
  )
}

function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
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
        onFiles([...event.dataTransfer.files])
      }}
      className={cn(
        'flex cursor-pointer flex-col items-center rounded-md border border-input border-dashed px-5 py-6 text-center transition-colors hover:bg-accent/60 has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
        isOver && 'border-primary bg-primary-soft',
      )}
    >
      <FileSearch className="size-5 text-muted-foreground" aria-hidden />
      <span className="mt-2 font-medium text-base">
        Drop files here, or <span className="link">choose files</span>
      </span>
      <input
        id={inputId}
        type="file"
        multiple
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = '' // so that choosing the same file again is a change
        }}
      />
    </label>
  )
}

function ComparedRow({ name, share, result }: Row) {
  const Icon = result?.isGood ? CircleCheck : CircleX
  return (
    <li className="py-2.5">
      <p className="mono truncate" title={name}>
        {name}
      </p>
      {result ? (
        <p
          className={cn(
            'mt-0.5 flex gap-1.5 text-sm',
            result.isGood ? 'text-st-success-fg' : 'text-st-danger-fg',
          )}
        >
          <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {result.text}
        </p>
      ) : (
        <Progress value={100 * share} label={`Reading ${name}`} className="mt-1.5" />
      )}
    </li>
  )
}
