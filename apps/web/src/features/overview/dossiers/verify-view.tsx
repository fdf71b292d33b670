import { FileSearch } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DropArea } from '@/components/blocks/files/drop-area.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { DossierFactsView } from './dossier-facts.tsx'
import { DossierVerdict } from './dossier-verdict.tsx'
import { type Chosen, readKeys, useDossier } from './use-dossier.ts'

type VerifyViewProps = {
  /** The keys that this site publishes, one a line. */
  publishedKeys: string
  /** Shows what a certificate says, which a dropped file may be as well. */
  renderCertificate: (text: string) => ReactNode
}

/** Verifies dossiers and certificates in the browser. */
export function VerifyView({ publishedKeys, renderCertificate }: VerifyViewProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [certificate, setCertificate] = useState<string | null>(null)
  const [keys, setKeys] = useState(publishedKeys)
  const [checkpoint, setCheckpoint] = useState('')
  const verification = useDossier(chosen, { keys, checkpoint })
  const { wrong } = readKeys(keys)
  const choose = async ([file]: readonly File[]) => {
    if (!file) return
    const text = await readCertificateText(file)
    setCertificate(text)
    setChosen(text === null ? { id: (chosen?.id ?? 0) + 1, file } : null)
  }
  if (certificate !== null)
    return (
      <>
        <Button variant="outline" size="sm" className="mb-5" onClick={() => setCertificate(null)}>
          Verify Another File
        </Button>
        {renderCertificate(certificate)}
      </>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <Panel
          title="Dossier or certificate"
          description="Your browser reads the file and checks it. Nothing of it is sent."
        >
          <DropArea
            onChosen={(files) => void choose(files)}
            onDropped={({ files }) => void choose([...files])}
            accept=".zip,.jws,.sd-jwt"
            className="py-6"
          >
            <FileSearch className="size-5 text-muted-foreground" aria-hidden />
            <span className="mt-2 font-medium text-base">
              Drop a dossier or a certificate here, or <span className="link">choose a file</span>
            </span>
          </DropArea>
        </Panel>
        {chosen && <DossierVerdict name={chosen.file.name} verification={verification} />}
        {verification.data?.facts && <DossierFactsView facts={verification.data.facts} />}
      </div>
      <aside
        aria-label="What it is checked against"
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <Panel title="Checked against">
          <div className="grid gap-4">
            <Field
              label="Keys of the log"
              hint="One a line, with those of its witnesses. Filled in are those that this site publishes now. If the file is from this site too, a key that you noted before, or have from someone else, says more."
              error={wrong === null ? undefined : `This line is no key: ${wrong.slice(0, 60)}`}
            >
              {(control) => (
                <Textarea
                  {...control}
                  className="mono min-h-28 break-all text-xs"
                  spellCheck={false}
                  value={keys}
                  onChange={({ target }) => setKeys(target.value)}
                />
              )}
            </Field>
            <Field
              label="A checkpoint"
              optional
              hint="One that you kept, or that someone else was shown: if the log was shown in two versions, this finds out."
            >
              {(control) => (
                <Textarea
                  {...control}
                  className="mono min-h-28 break-all text-xs"
                  spellCheck={false}
                  value={checkpoint}
                  onChange={({ target }) => setCheckpoint(target.value)}
                />
              )}
            </Field>
          </div>
        </Panel>
        <Panel title="Without this site">
          <p className="text-sm">
            Who serves a page decides what it says. With the source code, the same check runs
            offline:
          </p>
          <pre className="mono mt-2 whitespace-pre-wrap break-all rounded-sm bg-muted p-3 text-xs">
            npm run verify:deal -- FILE --key KEY
          </pre>
        </Panel>
      </aside>
    </div>
  )
}

/** A larger file is no certificate. */
const MAX_CERTIFICATE_BYTES = 5 * 1024 ** 2

/** Returns the text of a file that begins like a signed one; null for any other, such as an archive. */
async function readCertificateText(file: File): Promise<string | null> {
  if (file.size > MAX_CERTIFICATE_BYTES || !(await file.slice(0, 3).text()).startsWith('eyJ'))
    return null
  return (await file.text()).trim()
}
