/** Checks that both sides have consented to the very agreement of each revision that a contract was drawn up on. */
import { type Side, sides } from '../../core/sides.ts'
import { jsonSha256 } from '../../core/transparency/leaves.ts'
import { readAgreement } from '../../market/agreements/agreement-content.ts'
import type { Dossier } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import type { Archive } from './read-archive.ts'
import type { Step } from './verify-chains.ts'

type Context = { manifest: Dossier; files: Archive['files']; steps: Step[]; report: Report }

export function verifyConsents(context: Context): void {
  const { manifest, steps, report } = context
  for (const step of steps) {
    if (step.chain !== manifest.deal || step.payload.type !== 'agreement.drawn') continue
    if (typeof step.payload.body.agreementSha256 !== 'string') {
      report('consents_not_recorded', step.place)
      continue
    }
    for (const side of sides) verifyConsent(context, step, side)
    verifyText(context, step)
  }
}

function verifyConsent({ manifest, steps, report }: Context, drawn: Step, side: Side): void {
  const { offer, revision, agreementSha256 } = drawn.payload.body
  const isGiven = steps.some(
    ({ chain, payload: { type, body } }) =>
      chain === offer &&
      type === 'agreement.consented' &&
      body.side === side &&
      body.revision === revision &&
      body.agreementSha256 === agreementSha256,
  )
  if (isGiven) return
  // A consent whose content was erased is reported where it stands.
  const leaves = manifest.chains.find(({ id }) => id === offer)?.leaves ?? []
  const isErased = leaves.some(
    ({ type, opening }) => type === 'agreement.consented' && opening === null,
  )
  report(isErased ? 'consent_unproven' : 'consent_missing', `${drawn.place} ${side}`)
}

/** The content that was consented to names the terms, the offer and the request of the document. */
function verifyText({ manifest, files, report }: Context, drawn: Step): void {
  const { request, offer, revision, termsSha256, agreementSha256 } = drawn.payload.body
  const listed = manifest.documents.find(
    ({ kind, sha256 }) => kind === 'agreement_text' && sha256 === agreementSha256,
  )
  if (!listed) {
    report('agreement_text_missing', drawn.place)
    return
  }
  const content = readAgreement(new TextDecoder().decode(files.get(listed.path)))
  const fits =
    content !== null &&
    content.request === request &&
    content.offer === offer &&
    content.revision === revision &&
    jsonSha256(content.terms) === termsSha256
  if (!fits) report('agreement_differs', listed.path)
}
