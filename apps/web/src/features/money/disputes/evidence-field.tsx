import { MAX_EVIDENCE_FILES } from '@semblance/contract'
import { Paperclip } from 'lucide-react'
import { AttachButton } from '@/components/blocks/files/attach-button.tsx'
import { FileRefusals, PickedFileList } from '@/components/blocks/files/picked-file-list.tsx'
import type { PickedFiles } from '@/lib/files/picked-files.ts'

/** Attaches files to a statement. */
export function EvidenceField({ picked }: { picked: PickedFiles }) {
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">
        Evidence <span className="font-normal text-muted-foreground">(optional)</span>
      </legend>
      <PickedFileList picked={picked} />
      <div>
        <AttachButton
          variant="outline"
          size="sm"
          disabled={picked.files.length >= MAX_EVIDENCE_FILES}
          onChosen={picked.add}
        >
          <Paperclip aria-hidden />
          Attach Files
        </AttachButton>
      </div>
      <FileRefusals picked={picked} />
      {picked.refusals.length === 0 && (
        <p className="text-muted-foreground text-xs">
          Up to {MAX_EVIDENCE_FILES} files of 25 MB. Only both parties and Semblance's staff can
          read them.
        </p>
      )}
    </fieldset>
  )
}
