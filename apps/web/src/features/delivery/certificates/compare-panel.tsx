import type { Certificate } from '@semblance/contract'
import { CircleCheck, CircleX, FileSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DropArea } from '@/components/blocks/files/drop-area.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { cn } from '@/lib/cn.ts'
import { startHasher } from '@/lib/files/file-hasher.ts'
import { type Compared, compareFile } from './compare-files.ts'
import type { ComparedFiles } from './five-checks.tsx'

type Row = { id: number; name: string; share: number; result: Compared | null }

type ComparePanelProps = {
  signed: string
  certificate: Certificate
  /** Receives the results of all files so far. */
  onCompared: (files: ComparedFiles) => void
}

/** Compares the user's files with the certified ones; nothing leaves the browser. */
export function ComparePanel({ signed, certificate, onCompared }: ComparePanelProps) {
  const [rows, setRows] = useState<Row[]>([])
  const [hasher] = useState(startHasher)
  useEffect(() => hasher.stop, [hasher])
  useEffect(() => {
    const results = rows.flatMap(({ result }) => result ?? [])
    const good = results.filter(({ isGood }) => isGood).length
    onCompared({ good, bad: results.length - good })
  }, [rows, onCompared])
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
      patch(id, { result: await compareFile(file, { signed, certificate, hasher, onProgress }) })
    }
  }
  return (
    <Panel
      title="Compare your files"
      description="Your browser computes their SHA-256. Nothing is sent."
    >
      <DropArea
        onChosen={(files) => void compare(files)}
        onDropped={({ files }) => void compare([...files])}
        className="py-6"
      >
        <FileSearch className="size-5 text-muted-foreground" aria-hidden />
        <span className="mt-2 font-medium text-base">
          Drop files here, or <span className="link">choose files</span>
        </span>
      </DropArea>
      <ul className="divide-y" aria-live="polite">
        {rows.map((row) => (
          <ComparedRow key={row.id} {...row} />
        ))}
      </ul>
    </Panel>
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
