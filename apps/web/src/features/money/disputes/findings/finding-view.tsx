import {
  type DisputedAmount,
  type DisputeFindings,
  dataClaimText,
  type Finding,
  type FindingOutcome,
  findingOutcomeLabels,
  foundText,
  type JudgedClaim,
  outcomesOfFinding,
  readFinding,
  type SignedFinding,
} from '@semblance/contract'
import { CircleAlert, CircleCheck, CircleHelp, Download, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { saveFile } from '@/lib/files/save-file.ts'
import { dateTime, usdExact } from '@/lib/format.ts'
import { Shares, SplitBar } from '../shares.tsx'

type FindingViewProps = {
  findings: DisputeFindings
  stake: DisputedAmount
  /** Renders the reader's actions on the newest finding that proposes a split. */
  children?: (finding: SignedFinding, split: NonNullable<Finding['split']>) => ReactNode
}

/** Shows claims about the data and the newest finding, to both parties and staff alike. */
export function FindingView({ findings, stake, children }: FindingViewProps) {
  const { claims, state } = findings
  const [newest] = findings.findings
  const stated = newest ? readFinding(newest.jws) : null
  const judged = new Set(stated?.claims.map(({ id }) => id))
  const waiting = claims.filter(({ id }) => !judged.has(id))
  return (
    <>
      {stated && newest && <Headline stated={stated} finding={newest} />}
      <ol className="mt-2 divide-y">
        {stated?.claims.map((claim) => (
          <MeasuredClaim key={claim.id} claim={claim} />
        ))}
        {waiting.map(({ id, claim }) => (
          <li key={id} className="py-3">
            <p className="font-medium text-base [overflow-wrap:anywhere]">{dataClaimText(claim)}</p>
            <p className="mt-1 text-muted-foreground text-sm">{waitingTexts[state]}</p>
          </li>
        ))}
      </ol>
      {stated && newest && (
        <div className="mt-1 grid gap-3">
          {stated.split ? (
            <Split stated={stated} split={stated.split} stake={stake} />
          ) : (
            <p className="text-muted-foreground text-sm">
              The finding proposes no split: {whyNoSplit(stated)} It decides nothing.
            </p>
          )}
          {stated.split && state === 'measured' && children?.(newest, stated.split)}
        </div>
      )}
    </>
  )
}

const waitingTexts: Record<DisputeFindings['state'], string> = {
  nothing_claimed: '',
  measuring: 'Being measured. Both parties are notified of the finding.',
  failed:
    'It could not be measured because of a problem on our side. Contact support to have it started again.',
  measured: '',
  ended: 'Not measured: the dispute ended first.',
}

function Headline({ stated, finding }: { stated: Finding; finding: SignedFinding }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
      <div className="min-w-0">
        <p className="text-base">{outcomesOfFinding(stated)}.</p>
        <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          Made <TimeText at={finding.measuredAt} show={dateTime} /> with engine{' '}
          {stated.engine.version}. Compared with the certificate: {filesText(stated.files)}.
        </p>
      </div>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => saveFile(`${stated.jti}.jws`, finding.jws, 'application/jose')}
      >
        <Download aria-hidden />
        Signed Finding
      </Button>
    </div>
  )
}

/** Names the files, and those that are not as certified as such. */
const filesText = (files: Finding['files']) =>
  files
    .map(({ name, sha256, foundSha256 }) =>
      sha256 === foundSha256 ? `${name}, as certified` : `${name}, NOT as certified`,
    )
    .join('; ')

const looks: Record<FindingOutcome, { icon: LucideIcon; color: string }> = {
  confirmed: { icon: CircleAlert, color: 'text-st-danger-fg' },
  refuted: { icon: CircleCheck, color: 'text-st-success-fg' },
  inconclusive: { icon: CircleHelp, color: 'text-st-warn-fg' },
}

/** Shows a claim with its outcome and what was measured. */
export function MeasuredClaim({ claim }: { claim: Omit<JudgedClaim, 'id'> }) {
  const { icon: Icon, color } = looks[claim.outcome]
  return (
    <li className="py-3">
      <p className="font-medium text-base [overflow-wrap:anywhere]">{dataClaimText(claim.claim)}</p>
      <p className={cn('mt-1 flex items-center gap-1.5 font-medium text-sm', color)}>
        <Icon className="size-4" aria-hidden />
        {findingOutcomeLabels[claim.outcome]}
      </p>
      <p className="mt-1 max-w-[80ch] text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {foundText(claim)}
      </p>
    </li>
  )
}

type SplitProps = {
  stated: Finding
  split: NonNullable<Finding['split']>
  stake: DisputedAmount
}

/** Shows the proposed shares, and which claim they follow from. */
function Split({ stated, split, stake }: SplitProps) {
  const claim = stated.claims.find(({ id }) => id === split.claimId)
  return (
    <div>
      <h4 className="font-medium text-sm">Proposed split</h4>
      <SplitBar
        className="mt-2 max-w-md"
        toVendorCents={split.toVendorCents}
        ofCents={Number(stake.stakeCents)}
      />
      <p className="mt-2 max-w-[80ch] text-muted-foreground text-sm">
        {claim && splitReasons[claim.claim.type]} The price would be{' '}
        <span className="num">{usdExact(split.priceCents)}</span> of{' '}
        <span className="num">{usdExact(Number(stake.priceCents))}</span>. The finding decides
        nothing: the parties can agree on it, or our staff decide.
      </p>
      <Shares className="mt-2 max-w-md" stake={stake} toVendorCents={BigInt(split.toVendorCents)} />
    </div>
  )
}

const splitReasons: Record<JudgedClaim['claim']['type'], string> = {
  records: 'The price by the share of the agreed records that is there.',
  accuracy: 'The price that the terms give the accuracy that was found.',
  column_rule: 'The least price of the terms, as an agreed rule is broken.',
  pair: '',
  format: '',
}

/** Returns why outcomes and terms give no other price. */
function whyNoSplit({ claims }: Finding): string {
  return claims.some(({ outcome }) => outcome === 'confirmed')
    ? 'the terms give no price for what is confirmed.'
    : 'no claim is confirmed.'
}
