/** Compares what a certificate of a dossier says with the leaves before its own, and with the ledger entries. */
import { canonicalJson } from '../../core/transparency/leaves.ts'
import type { Certificate } from '../../delivery/certificates.ts'
import { measuredTexts } from '../../delivery/measured/verify-measured.ts'
import { addUpDeal } from '../../money/deal-sums.ts'
import type { Dossier, DossierEntry, DossierLeaf } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import type { Step } from './verify-chains.ts'

/** Holds what a certificate discloses, in cents; null where it does not. */
export type CertifiedMoney = {
  id: string
  priceCents: bigint | null
  heldCents: bigint | null
  feeCents: bigint | null
  /** Says who attests what where the vendor measured; empty for all others. */
  attested: string[]
}

export const certifiedMoney = (certificate: Certificate): CertifiedMoney => ({
  id: certificate.jti,
  priceCents: certificate.price ? BigInt(certificate.price.cents) : null,
  heldCents: certificate.escrow ? BigInt(certificate.escrow.heldCents) : null,
  feeCents: certificate.fee ? BigInt(certificate.fee.cents) : null,
  attested: measuredTexts(certificate),
})

type Context = {
  manifest: Dossier
  steps: Step[]
  /** The leaf that commits to the certificate. */
  issued: Step
  path: string
  report: Report
}

export function verifyCertified(context: Context, certificate: Certificate): void {
  verifyFiles(context, certificate)
  verifyPlace(context, certificate)
  verifyAgreement(context, certificate)
  verifyEntries(context, certificate, 'escrow')
  verifyEntries(context, certificate, 'fee')
}

/** A certificate names the files of its delivery's leaf. */
function verifyFiles({ steps, issued, path, report }: Context, { files }: Certificate): void {
  const { delivery } = issued.payload.body
  const ready = steps.find(
    ({ payload: { type, body } }) => type === 'delivery.ready' && body.delivery === delivery,
  )
  const named = files.map((file) => ({ ...file, bytes: String(file.bytes) }))
  if (ready && canonicalJson(ready.payload.body.files ?? null) !== canonicalJson(named))
    report('certified_files_differ', path)
}

/** It names leaves of the deal from before its own, at the places that they have. */
function verifyPlace(context: Context, { log }: Certificate): void {
  if (!log) return
  const { issued, path, report } = context
  const before = leavesBefore(context)
  const isPlaced = log.entries.every(({ type, entry, index }) =>
    before.some(
      (leaf) =>
        leaf.commitment === entry &&
        leaf.type === type &&
        (typeof index !== 'number' ||
          (leaf.place?.index === index && leaf.place.origin === log.origin)),
    ),
  )
  if (!isPlaced || log.deal !== issued.chain) report('certificate_place_differs', path)
}

/** Agreement and price are those of the newest agreement before it; an erased leaf is passed over. */
function verifyAgreement(context: Context, { agreement, price }: Certificate): void {
  const { steps, issued, path, report } = context
  const drawn = leavesBefore(context).findLastIndex(({ type }) => type === 'agreement.drawn')
  const body = steps.find(({ chain, seq }) => chain === issued.chain && seq === drawn + 1)?.payload
    .body
  if (drawn >= 0 && !body) return
  if (
    agreement &&
    (body?.documentSha256 !== agreement.sha256 || body.revision !== agreement.revision)
  )
    report('certified_agreement_differs', path)
  if (price && body && termsPrice(body.terms) !== price.cents)
    report('certified_price_differs', path)
}

const termsPrice = (terms: unknown): unknown =>
  typeof terms === 'object' && terms !== null && 'price' in terms ? terms.price : undefined

/** It names the entries of the dossier whose leaves come before it, with those leaves, and their sum. */
function verifyEntries(
  context: Context,
  certificate: Certificate,
  part: DossierEntry['part'],
): void {
  const claim = certificate[part]
  if (!claim) return
  const { manifest, path, report } = context
  const entries = manifest.entries.filter((entry) => entry.part === part)
  const named = claim.entries.flatMap(({ id }) => entries.find((entry) => entry.id === id) ?? [])
  const isWhole =
    new Set(named).size === claim.entries.length &&
    claim.entries.every(({ id, leaf }) => leaf === null || fitsLeaf(context, part, { id, leaf })) &&
    earlierEntries(context, certificate, part).every((id) =>
      claim.entries.some((entry) => entry.id === id),
    )
  if (!isWhole) report('certified_entries_differ', path)
  const { heldCents, feesCents } = addUpDeal(manifest.deal, named)
  const [sum, stated] =
    'paidCents' in claim ? [heldCents + feesCents, claim.paidCents] : [heldCents, claim.heldCents]
  if (String(sum) !== stated) report('certified_sums_differ', path)
}

/** Returns true if the leaf is in the chain of its part, and about the entry as far as it opens. */
function fitsLeaf(
  { manifest, steps }: Context,
  part: DossierEntry['part'],
  { id, leaf }: { id: string; leaf: string },
): boolean {
  const name = chainOf(manifest, part)
  const at = (manifest.chains.find((chain) => chain.id === name)?.leaves ?? []).findIndex(
    ({ commitment }) => commitment === leaf,
  )
  const step = steps.find(({ chain, seq }) => chain === name && seq === at + 1)
  return at >= 0 && (!step || step.payload.body.id === id)
}

const chainOf = ({ deal }: Dossier, part: DossierEntry['part']): string =>
  part === 'fee' ? `${deal}/client` : deal

/**
 * Lists the entries that it has to name: their leaves come before its own in the tree, and they took effect before its
 * date, which is in the past for a delivery that was entered later.
 */
function earlierEntries(
  { manifest, steps, issued }: Context,
  { iat }: Certificate,
  part: DossierEntry['part'],
): unknown[] {
  const placeOf = ({ chain, seq }: Pick<Step, 'chain' | 'seq'>) =>
    manifest.chains.find(({ id }) => id === chain)?.leaves[seq - 1]?.place
  const own = placeOf(issued)
  const isBefore = (step: Step) => {
    if (step.chain === issued.chain) return step.seq < issued.seq
    const place = placeOf(step)
    return place?.origin === own?.origin && (place?.index ?? 0) < (own?.index ?? 0)
  }
  const end = (iat + 1) * 1000
  return steps
    .filter(({ chain }) => chain === chainOf(manifest, part))
    .filter(({ payload: { type } }) => type === 'fee.moved' || type.startsWith('escrow.'))
    .filter(({ payload: { body } }) => new Date(String(body.effectiveAt)).getTime() < end)
    .filter(isBefore)
    .map(({ payload }) => payload.body.id)
}

function leavesBefore({ manifest, issued }: Context): DossierLeaf[] {
  const leaves = manifest.chains.find(({ id }) => id === issued.chain)?.leaves ?? []
  return leaves.slice(0, issued.seq - 1)
}
