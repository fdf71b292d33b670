import {
  type Certificate,
  certificateKeysPath,
  certificateLimits,
  isSelective,
  readCertificate,
  type SignedCertificate,
} from '@semblance/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { fileSize, plural } from '@/lib/format.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import {
  CertifiedContract,
  CertifiedOriginals,
  CertifiedSource,
  Hash,
  leadOf,
} from './certified-facts.tsx'
import { CertifiedTable } from './certified-table.tsx'
import { ComparePanel } from './compare-panel.tsx'
import { DisclosurePanel } from './disclosure-panel.tsx'
import { type ComparedFiles, FiveChecks } from './five-checks.tsx'
import { useVerification } from './use-verification.ts'
import { Verdict } from './verdict.tsx'

/** Shows a certificate at its address. */
export function CertificateView({ id, jws, sdJwt }: SignedCertificate) {
  const { status, isStaff } = useAuth()
  const isMember = status === 'signed-in' && !isStaff // the dossier is there for the parties of a contract alone
  const hasDossier = isMember && !readCertificate(jws)?.listing
  const kind = sdJwt ? 'sd-jwt' : 'jws'
  return (
    <>
      <PageHeader
        title="Certificate of delivery"
        meta={<Id>{id}</Id>}
        actions={
          <>
            <Button asChild variant="outline">
              <a href={`/api/certificates/${id}.${kind}`} download>
                <Download aria-hidden />
                Download .{kind}
              </a>
            </Button>
            {hasDossier && (
              <Button asChild variant="outline">
                <Link to={paths.dossier(id)}>Deal Dossier</Link>
              </Button>
            )}
          </>
        }
      />
      <CertificateText text={sdJwt ?? jws} />
    </>
  )
}

/** Shows the content of a certificate, after the result of its verification by the published keys. */
export function CertificateText({ text }: { text: string }) {
  const verification = useVerification(text)
  const verified = verification.data
  const [files, setFiles] = useState<ComparedFiles>({ good: 0, bad: 0 })
  if (!verified || verified.state === 'unreadable') return <Verdict verification={verification} />
  const { certificate, state, undisclosed } = verified
  return (
    <>
      <div className="card grid overflow-hidden lg:grid-cols-[minmax(0,1fr)_360px]">
        <Verdict verification={verification} isJoined>
          {leadOf(certificate)}
        </Verdict>
        <div className="max-lg:border-t lg:border-l">
          <FiveChecks certificate={certificate} state={state} files={files} />
        </div>
      </div>
      <Stated
        text={text}
        certificate={certificate}
        undisclosed={undisclosed}
        onCompared={setFiles}
      />
    </>
  )
}

type StatedProps = {
  text: string
  certificate: Certificate
  undisclosed: number
  onCompared: (files: ComparedFiles) => void
}

function Stated({ text, certificate, undisclosed, onCompared }: StatedProps) {
  const { tables, files, sample } = certificate
  return (
    <>
      {sample && (
        <p className="mt-5 rounded-md border border-st-warn-dot/40 bg-st-warn-bg px-4 py-3 text-st-warn-fg">
          It belongs to the sample marketplace: its companies are made up, and its original is a
          public table.
        </p>
      )}
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <CertifiedContract certificate={certificate} />
          {tables.map((table) => (
            <CertifiedTable key={table.file} table={table} isSole={tables.length === 1} />
          ))}
          <Panel title="Files" description={plural(files.length, 'file')} bodyClassName="pb-2!">
            <ul className="divide-y">
              {files.map(({ name, bytes, sha256 }) => (
                <li key={name} className="py-2.5">
                  <p className="flex flex-wrap justify-between gap-x-3">
                    <span className="mono min-w-0 break-all">{name}</span>
                    <span className="num text-muted-foreground text-sm">{fileSize(bytes)}</span>
                  </p>
                  <Hash>{sha256}</Hash>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <aside aria-label="Check it yourself" className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ComparePanel signed={text} certificate={certificate} onCompared={onCompared} />
          {isSelective(text) && (
            <DisclosurePanel sdJwt={text} certificate={certificate} undisclosed={undisclosed} />
          )}
          <CertifiedSource certificate={certificate} />
          <CertifiedOriginals certificate={certificate} />
          <Panel title="Without this page">
            <p className="text-sm">
              The certificate is{' '}
              {isSelective(text) ? 'an SD-JWT (RFC 9901, ES256)' : 'a JSON Web Signature (ES256)'}.
              Fetch it and the{' '}
              <a className="link" href={certificateKeysPath}>
                published keys
              </a>
              , then check them with any library for it, or without a network with the command of
              the open source platform:
            </p>
            <pre className="mono mt-2 whitespace-pre-wrap rounded-sm bg-muted p-3 text-xs">
              npm run verify:certificate -- CERTIFICATE --keys keys.json
            </pre>
            <p className="mt-3 text-muted-foreground text-sm">{certificateLimits}</p>
          </Panel>
        </aside>
      </div>
    </>
  )
}
