import {
  acceptOf,
  applicationLinkHeader,
  type ApplicantDocuments as Documents,
  documentKeptDays,
  maxApplicantDocuments,
  type StoredDocument,
  undecidedDocumentDays,
} from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useId } from 'react'
import { DropArea } from '@/components/blocks/files/drop-area.tsx'
import { FileRow } from '@/components/blocks/files/file-row.tsx'
import { FileRefusals, PickedFileList } from '@/components/blocks/files/picked-file-list.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { usePickedFiles } from '@/lib/files/picked-files.ts'
import { dateTime } from '@/lib/format.ts'
import { checkDocuments } from '@/lib/forms/check-attachments.ts'

const ADDRESS = '/api/applications/documents'

type ApplicantDocumentsProps = { token: string; isAskedFor?: boolean }

/** Shows the documents of an application by the link of a mail, and takes more until the decision. */
export function ApplicantDocuments({ token, isAskedFor = false }: ApplicantDocumentsProps) {
  const titleId = useId()
  const query = useQuery({
    ...orpc.applications.documents.queryOptions({ input: { token } }),
    retry: false,
  })
  return (
    <section aria-labelledby={titleId} className="card p-5">
      <h2 id={titleId} className="font-semibold text-md">
        Documents
      </h2>
      <QueryState query={query} errorTitle="Your documents did not load">
        {(documents) => (
          <>
            {documents.documents.length > 0 ? (
              <ul className="mt-2 divide-y">
                {documents.documents.map((one) => (
                  <DocumentRow
                    key={one.id}
                    document={one}
                    token={token}
                    isOpen={documents.isOpen}
                  />
                ))}
              </ul>
            ) : (
              <p className="mt-2 text-base text-muted-foreground">
                {documents.isOpen ? 'None yet.' : 'None was added.'}
              </p>
            )}
            {documents.isOpen && (
              <AddDocuments token={token} documents={documents} isAskedFor={isAskedFor} />
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

type RowProps = { document: StoredDocument; token: string; isOpen: boolean }

function DocumentRow({ document: { id, fileName, bytes, uploadedAt }, token, isOpen }: RowProps) {
  const client = useQueryClient()
  const remove = useMutation(
    orpc.applications.removeDocument.mutationOptions({
      onSuccess: (documents) =>
        client.setQueryData(orpc.applications.documents.queryKey({ input: { token } }), documents),
      onError: (error) => notifyProblem('Not removed', error),
    }),
  )
  return (
    <FileRow
      name={fileName}
      sizeBytes={bytes}
      note={<TimeText at={uploadedAt} show={dateTime} />}
      action={
        isOpen && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove ${fileName}`}
            loading={remove.isPending}
            onClick={() => remove.mutate({ token, documentId: id })}
          >
            {!remove.isPending && <Trash2 aria-hidden />}
          </Button>
        )
      }
    />
  )
}

type AddProps = { token: string; documents: Documents; isAskedFor: boolean }

function AddDocuments({ token, documents, isAskedFor }: AddProps) {
  const client = useQueryClient()
  const room = maxApplicantDocuments - documents.documents.length
  const picked = usePickedFiles({
    check: checkDocuments(room),
    headers: { [applicationLinkHeader]: token },
    onArrived: () =>
      void client.invalidateQueries({
        queryKey: orpc.applications.documents.queryKey({ input: { token } }),
      }),
  })(ADDRESS)
  return (
    <div className="mt-3 grid gap-3">
      <PickedFileList picked={picked} />
      {room > 0 ? (
        <DropArea
          accept={acceptOf('document')}
          onChosen={picked.add}
          onDropped={(transfer) => picked.add([...transfer.files])}
          className="py-4"
        >
          <Upload className="size-5 text-muted-foreground" aria-hidden />
          <span className="mt-1.5 font-medium text-base">
            {isAskedFor ? 'Add the document' : 'Add a document'}
          </span>
          <span className="text-muted-foreground text-sm">
            PDF, PNG or JPEG, up to 10 MB; {maxApplicantDocuments} at most
          </span>
        </DropArea>
      ) : (
        <p className="text-base text-muted-foreground">
          There are {maxApplicantDocuments} documents, the most there can be. Remove one to add
          another.
        </p>
      )}
      <FileRefusals picked={picked} />
      <p className="text-muted-foreground text-sm">
        An extract of the company register, for example, or a power of attorney. Our staff alone
        open them; whoever has the link of your mail sees their names. They are destroyed{' '}
        {documentKeptDays} days after your application was declined, or its organization has ended;
        before a decision, {undecidedDocumentDays} days after the last document, question or answer.
      </p>
    </div>
  )
}
