import { ClipboardPaste, FileSpreadsheet, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Segment } from '@/components/ui/segment.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { fileSize } from '@/lib/format.ts'
import { MAX_SAMPLE_BYTES, readSample, type SampleColumn } from './read-sample.ts'

type Way = 'paste' | 'csv' | 'yaml'

const ways = [
  { value: 'paste', Icon: ClipboardPaste, name: 'Paste header' },
  { value: 'csv', Icon: FileSpreadsheet, name: 'CSV sample' },
  { value: 'yaml', Icon: Upload, name: 'YAML' },
] as const

type ColumnSourceProps = {
  onColumns: (columns: SampleColumn[]) => void
  /** Takes over a file of the Open Data Contract Standard; returns what is wrong with it. */
  onFile: (file: File) => Promise<string[]>
}

/** Takes columns from a pasted header, a sample or a file; rows stay in the browser. */
export function ColumnSource({ onColumns, onFile }: ColumnSourceProps) {
  const [way, setWay] = useState<Way>('paste')
  const [problems, setProblems] = useState<string[]>([])
  const [text, setText] = useState('')
  const read = (sample: string) => {
    if (sample.length > MAX_SAMPLE_BYTES)
      return setProblems([`It is too large: ${fileSize(MAX_SAMPLE_BYTES)} at most.`])
    const result = readSample(sample)
    setProblems('problem' in result ? [result.problem] : [])
    if ('columns' in result) onColumns(result.columns)
  }
  return (
    <div className="grid gap-3">
      <Segment
        label="Source of the columns"
        className="w-fit max-md:w-full"
        value={way}
        onValueChange={(next) => {
          setProblems([])
          setWay(next)
        }}
        options={ways.map(({ value, Icon, name }) => ({
          value,
          label: (
            <>
              <Icon aria-hidden className="shrink-0 max-md:hidden" />
              {name}
            </>
          ),
        }))}
      />
      {way === 'paste' && <PasteBox text={text} onText={setText} onRead={() => read(text)} />}
      {way === 'csv' && (
        <FileChoice
          label="CSV file"
          accept=".csv,.tsv,.txt"
          hint={`The first rows, ${fileSize(MAX_SAMPLE_BYTES)} at most. Read in this browser; rows are not sent.`}
          onFile={async (file) =>
            file.size > MAX_SAMPLE_BYTES
              ? setProblems([`It is too large: ${fileSize(MAX_SAMPLE_BYTES)} at most.`])
              : read(await file.text())
          }
        />
      )}
      {way === 'yaml' && (
        <FileChoice
          label="Data contract file"
          accept=".yaml,.yml,.json"
          hint="A file in the Open Data Contract Standard, version 3: YAML or JSON, 256 KB at most."
          onFile={async (file) => setProblems(await onFile(file))}
        />
      )}
      {problems.length > 0 && (
        <ErrorSummary
          title={way === 'yaml' ? 'The file was not taken over.' : 'The columns were not read.'}
          points={problems}
        />
      )}
    </div>
  )
}

type PasteBoxProps = { text: string; onText: (text: string) => void; onRead: () => void }

function PasteBox({ text, onText, onRead }: PasteBoxProps) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        Header, or first rows
      </label>
      <Textarea
        id={id}
        rows={2}
        value={text}
        className="mono"
        placeholder="member_key,store,purchased_at,quantity,price"
        aria-describedby={`${id}-note`}
        onChange={(event) => onText(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}-note`} className="text-muted-foreground text-xs">
          Paste the first line, or some rows for types. Read in this browser; rows are not sent.
        </p>
        {text.trim() && (
          <Button size="sm" variant="outline" onClick={onRead}>
            Read columns
          </Button>
        )}
      </div>
    </div>
  )
}

type FileChoiceProps = {
  label: string
  accept: string
  hint: string
  onFile: (file: File) => unknown
}

function FileChoice({ label, accept, hint, onFile }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        Choose file
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = '' // so that the same file again is a change
          if (file) void onFile(file)
        }}
      />
      <p className="text-muted-foreground text-xs">{hint}</p>
    </div>
  )
}
