import { attachmentExtensions, MAX_EVIDENCE_FILES } from '@semblance/contract'
import { Paperclip, RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { FileRow } from '@/components/blocks/file-row.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import type { Evidence, EvidenceFile } from './use-evidence.ts'

const accepted = attachmentExtensions.map((extension) => `.${extension}`).join()

/** Files that go with a statement. */
export function EvidenceField({ evidence }: { evidence: Evidence }) {
  const input = useRef<HTMLInputElement>(null)
  const { files, refusals, add } = evidence
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">
        Evidence <span className="font-normal text-muted-foreground">(optional)</span>
      </legend>
      {files.length > 0 && (
        <ul aria-label="Files to send" className="divide-y rounded-sm border px-3">
          {files.map((one) => (
            <PickedFile key={one.key} picked={one} evidence={evidence} />
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept={accepted}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
        data-testid="evidence"
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <div>
        <Button
          variant="outline"
          size="sm"
          disabled={files.length >= MAX_EVIDENCE_FILES}
          onClick={() => input.current?.click()}
        >
          <Paperclip aria-hidden />
          Attach Files
        </Button>
      </div>
      {refusals.length > 0 ? (
        <div role="alert" className="grid gap-1">
          {refusals.map((refusal) => (
            <FieldError key={refusal}>{refusal}</FieldError>
          ))}
        </div>
      ) : (
        <p className="text-muted-foreground text-xs">
          Up to {MAX_EVIDENCE_FILES} files of 25 MB. Only both parties and Semblance's staff can
          read them.
        </p>
      )}
    </fieldset>
  )
}

function PickedFile({ picked, evidence }: { picked: EvidenceFile; evidence: Evidence }) {
  const { key, file, sentBytes, attachment, problem } = picked
  return (
    <FileRow
      name={file.name}
      sizeBytes={file.size}
      note={problem && <span className="font-medium text-destructive">{problem}</span>}
      progress={attachment || problem ? undefined : Math.round((100 * sentBytes) / file.size)}
      action={
        <>
          {problem && (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Send ${file.name} again`}
              onClick={() => evidence.retry(picked)}
            >
              <RotateCcw aria-hidden />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove ${file.name}`}
            onClick={() => evidence.remove(key)}
          >
            <X aria-hidden />
          </Button>
        </>
      }
    />
  )
}
