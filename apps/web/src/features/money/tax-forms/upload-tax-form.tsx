import { acceptOf, lastDayOf, type TaxFormKind, taxFormKinds } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { DropArea } from '@/components/blocks/files/drop-area.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Segment } from '@/components/ui/segment.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { sendFile } from '@/lib/files/upload-file.ts'
import { date, fileSize } from '@/lib/format.ts'
import { checkDocuments } from '@/lib/forms/check-attachments.ts'

const kinds = Object.entries(taxFormKinds).map(([value, label]) => ({
  value: value as TaxFormKind,
  label,
}))
const check = checkDocuments(1)

type UploadTaxFormProps = { likelyKind: TaxFormKind; isNewer: boolean }

/** Takes the kind of a form, the day on it, and its file. */
export function UploadTaxForm({ likelyKind, isNewer }: UploadTaxFormProps) {
  const client = useQueryClient()
  const [kind, setKind] = useState(likelyKind)
  const [signedOn, setSignedOn] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      new Promise<void>((resolve, reject) => {
        const query = new URLSearchParams({ kind, signedOn })
        sendFile(`/api/tax-forms?${query}`, chosen, {
          onProgress: () => {},
          onDone: () => resolve(),
          onFailure: (message) => reject(new Error(message)),
        })
      }),
    onSuccess: () => {
      notify.success(`${taxFormKinds[kind]} uploaded`, 'Our staff look at it.')
      return client.invalidateQueries({ queryKey: orpc.taxForms.key() })
    },
    onError: ({ message }) => setProblem(message),
  })
  const choose = (files: File[]) => {
    const { accepted, refusals } = check(files.slice(0, 1), 0)
    setFile(accepted[0] ?? null)
    setProblem(refusals[0] ?? null)
  }
  const send = () => {
    if (!signedOn) return setProblem('Enter the day on which the form was signed.')
    if (!file) return setProblem('Choose the signed form.')
    setProblem(null)
    upload.mutate(file)
  }
  const lastDay = signedOn ? lastDayOf(kind, signedOn) : null
  return (
    <form
      noValidate
      aria-label="Upload a tax form"
      className="grid gap-4 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h3 className="font-medium text-base">
        {isNewer ? 'Upload a newer form' : 'Upload the form'}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <span className="font-medium text-base">Form</span>
          <Segment label="Form" options={kinds} value={kind} onValueChange={setKind} />
        </div>
        <Field
          label="Signed on"
          required
          hint={
            lastDay
              ? `A W-8BEN-E signed then holds to the end of ${date(lastDay)}.`
              : 'The day beside the signature.'
          }
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              value={signedOn}
              onChange={({ target }) => setSignedOn(target.value)}
            />
          )}
        </Field>
      </div>
      <DropArea
        accept={acceptOf('document')}
        onChosen={choose}
        onDropped={(transfer) => choose([...transfer.files])}
        className="py-4"
      >
        <Upload className="size-5 text-muted-foreground" aria-hidden />
        <span className="mt-1.5 font-medium text-base [overflow-wrap:anywhere]">
          {file ? `${file.name}, ${fileSize(file.size)}` : 'Choose the signed form'}
        </span>
        <span className="text-muted-foreground text-sm">PDF, PNG or JPEG, up to 10 MB</span>
      </DropArea>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <Button type="submit" className="justify-self-start" loading={upload.isPending}>
        Upload form
      </Button>
    </form>
  )
}
