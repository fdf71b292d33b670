import {
  type DossierFinding,
  dossierFindingText,
  dossierLimits,
  dossierPurpose,
  dossierStateTexts,
  sampleDossierText,
} from '@semblance/contract'
import type { VerifiedDossier } from '@semblance/contract/verify-dossier'
import { Download } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { ErrorState } from '@/components/blocks/states/error-state.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Verdict, type VerdictTone } from '@/components/blocks/verdict.tsx'
import { Button } from '@/components/ui/button.tsx'
import { saveFile } from '@/lib/files/save-file.ts'
import { fileSize, plural } from '@/lib/format.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { DossierDocuments, DossierSums } from './dossier-facts.tsx'
import { DossierSteps } from './dossier-steps.tsx'
import { useDealDossier } from './use-dossier.ts'

type DealDossierProps = {
  certificateId: string
  contractId: string
  title: string
  /** The keys that this site publishes, one a line. */
  publishedKeys: string
}

/** Shows the dossier of a deal to its parties: what it proves, step by step, as this browser finds it. */
export function DealDossier({ certificateId, contractId, title, publishedKeys }: DealDossierProps) {
  const { data, isError, isFetching, refetch } = useDealDossier(contractId, publishedKeys)
  const { pathname } = useLocation()
  const back = { label: 'Certificate', to: paths.certificate(certificateId) }
  if (isError)
    return (
      <ErrorState
        isPage
        title="The dossier did not load"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!data) return <SkeletonPage />
  if (data.refusal !== null)
    return (
      <NotFoundState
        record="dossier"
        back={
          data.refusal === 'signedOut' ? { label: 'Sign In', to: signInAndReturn(pathname) } : back
        }
      >
        The dossier of a deal is there for its two parties, signed in. Who was given the file checks
        it at Verify a Dossier.
      </NotFoundState>
    )
  const { bytes, verified } = data
  const save = () => saveFile(`${contractId}-dossier.zip`, bytes, 'application/zip')
  return (
    <>
      <PageHeader
        className="mb-5"
        back={back}
        title="Deal dossier"
        meta={
          <>
            <Id>{contractId}</Id>
            <span>{title}</span>
          </>
        }
        actions={
          <Button onClick={save}>
            <Download aria-hidden />
            Download (ZIP, {fileSize(bytes.length)})
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <Found {...verified} />
        </div>
        <Aside verified={verified} contractId={contractId} />
      </div>
    </>
  )
}

const tones: Record<VerifiedDossier['state'], VerdictTone> = {
  valid: 'passed',
  incomplete: 'cannotTell',
  unknown_key: 'cannotTell',
  altered: 'failed',
  unreadable: 'failed',
}

function Found({ state, findings, facts }: VerifiedDossier) {
  const steps = facts?.steps ?? []
  const { title, text } = dossierStateTexts[state]
  return (
    <>
      {facts?.sample && (
        <p className="rounded-md border border-st-warn-dot/40 bg-st-warn-bg px-4 py-3 text-st-warn-fg">
          {sampleDossierText}
        </p>
      )}
      <Verdict
        tone={tones[state]}
        sentence={
          state === 'valid'
            ? `All ${plural(steps.length, 'step')} are in the public log, in order.`
            : title
        }
      >
        Checked by your browser, against the keys that this site publishes.{' '}
        {state === 'valid' ? dossierLimits : text}
        <Findings findings={findings} />
      </Verdict>
      <DossierSteps steps={steps} findings={findings} />
      {facts && <DossierSums {...facts} />}
    </>
  )
}

function Findings({ findings }: { findings: readonly DossierFinding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm">
      {findings.map((finding) => (
        <li key={`${finding.id} ${finding.place}`} className="break-words">
          {dossierFindingText(finding)}
        </li>
      ))}
    </ul>
  )
}

function Aside({
  verified: { facts },
  contractId,
}: {
  verified: VerifiedDossier
  contractId: string
}) {
  return (
    <aside aria-label="What it is for" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Panel title="Who sees what">
        <DescriptionList
          rows={[
            { term: 'Client', value: 'all of it' },
            { term: 'Vendor', value: 'all but the client’s fee' },
            { term: 'Who gets the file', value: 'what its giver saw' },
            { term: 'Who has the link', value: 'the certificate' },
          ]}
        />
      </Panel>
      {facts && <DossierDocuments documents={facts.documents} />}
      <Panel title="Without this site">
        <p className="text-sm">
          {dossierPurpose} Anyone checks the file at{' '}
          <Link to={paths.verify} className="link">
            Verify a Dossier
          </Link>
          , or with the source code, offline:
        </p>
        <pre className="mono mt-2 whitespace-pre-wrap break-all rounded-sm bg-muted p-3 text-xs">
          npm run verify:deal -- {contractId}-dossier.zip --key KEY
        </pre>
      </Panel>
    </aside>
  )
}
