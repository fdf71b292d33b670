/**
 * The documents of a deal, as one side may read them. What a later module adds is one more function in
 * `sources`; its kind belongs to `dossierDocumentKinds`.
 */
import { canonicalJson, type DossierDocumentKind, type Side } from '@semblance/contract'
import { listKeysOf, listSignedCertificates } from '../../delivery/certificates/service.ts'
import { openFetchable } from '../../delivery/deliveries/service.ts'
import { listSignedDraws } from '../../delivery/draws/service.ts'
import { listFindingsOf } from '../../delivery/findings/service.ts'
import {
  type ContractRow,
  contractDocument,
  getContract,
  listAgreements,
  listAgreementTexts,
} from '../../market/contracts/service.ts'
import { readDisputes } from '../../money/disputes/service.ts'
import { listDocuments } from '../../money/invoices/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { makePdf } from '../../platform/pdf/pdf.ts'

export type Deal = { contract: ContractRow; side: Side }

export type DealDocument = {
  /** Letters, digits, `.`, `_` and `-`, with at most three folders; no two documents share one. */
  path: string
  kind: DossierDocumentKind
  mediaType: string
  /** Makes or fetches the bytes, after the transaction. */
  read: () => Promise<Uint8Array>
}

type DocumentSource = (ctx: Ctx, deal: Deal) => Promise<DealDocument[]>

const PDF = 'application/pdf'
const textBytes = (text: string) => async () => new TextEncoder().encode(text)

const contractStatus: DocumentSource = async (ctx, { contract }) => {
  const detail = await getContract(ctx, contract.id)
  const read = () => makePdf(contractDocument(detail))
  return [{ path: 'contract.pdf', kind: 'contract', mediaType: PDF, read }]
}

/** Each revision as it was drawn; the client's with the fee. */
const agreements: DocumentSource = async (ctx, { contract }) =>
  (await listAgreements(ctx, contract.id)).map(({ revision, kind, pdf }) => ({
    path: `agreements/${revision}-${kind}.pdf`,
    kind,
    mediaType: PDF,
    read: async () => pdf,
  }))

/** Lists the texts that both parties have consented to, in the form whose hash is in the log. */
const agreementTexts: DocumentSource = async (ctx, { contract }) =>
  (await listAgreementTexts(ctx, contract.id)).map(({ revision, text }) => ({
    path: `agreements/${revision}-agreement.json`,
    kind: 'agreement_text' as const,
    mediaType: 'application/json',
    read: textBytes(text),
  }))

const invoices: DocumentSource = async ({ tx }, { contract, side }) => {
  const of = { contractId: contract.id, organization: contract[side] }
  return (await listDocuments(tx, of)).map(({ number, kind, print }) => ({
    path: `invoices/${number}.pdf`,
    kind,
    mediaType: PDF,
    read: print,
  }))
}

/** Certificates with what they disclose to the side, findings and draws, with the keys that verify them. */
const statements: DocumentSource = async (ctx, { contract }) => {
  const certificates = await listSignedCertificates(ctx.tx, contract.id)
  const disputes = await listFindingsOf(ctx, contract.id)
  const findings = disputes.flatMap((dispute) => dispute.findings).toReversed()
  const draws = await listSignedDraws(ctx.tx, contract.id)
  const texts = [...certificates, ...findings, ...draws].map(({ jws }) => jws)
  if (texts.length === 0) return []
  const keys = await withSystemRole(ctx.tx, () => listKeysOf(ctx.tx, texts))
  return statementDocuments({ certificates, findings, draws }, keys)
}

type Signed = { id: string; jws: string }

/** Lists certificates, findings and draws as documents, with the keys that verify them. */
export function statementDocuments(
  {
    certificates,
    findings,
    draws,
  }: {
    certificates: (Signed & { sdJwt: string | null })[]
    findings: Signed[]
    draws: Signed[]
  },
  keys: Awaited<ReturnType<typeof listKeysOf>>,
): DealDocument[] {
  const mediaType = 'application/jose'
  return [
    ...certificates.map(({ id, jws, sdJwt }) => ({
      path: `certificates/${id}.${sdJwt ? 'sd-jwt' : 'jws'}`,
      kind: 'certificate' as const,
      mediaType: sdJwt ? 'application/sd-jwt' : mediaType,
      read: textBytes(sdJwt ?? jws),
    })),
    ...findings.map(({ id, jws }) => ({
      path: `findings/${id}.jws`,
      kind: 'finding' as const,
      mediaType,
      read: textBytes(jws),
    })),
    ...draws.map(({ id, jws }) => ({
      path: `draws/${id}.jws`,
      kind: 'draw' as const,
      mediaType,
      read: textBytes(jws),
    })),
    {
      path: 'keys.json',
      kind: 'keys' as const,
      mediaType: 'application/json',
      read: textBytes(JSON.stringify(keys)),
    },
  ]
}

/** The validation reports, while the client may fetch them; the vendor is sent none. */
const reports: DocumentSource = async (ctx, { contract, side }) => {
  if (side === 'vendor') return []
  const certificates = await listSignedCertificates(ctx.tx, contract.id)
  const hashes = certificates.flatMap(({ stated }) =>
    stated.tables.map(({ reportSha256 }) => reportSha256),
  )
  const files = await openFetchable(ctx, contract, [...new Set(hashes)])
  return files.map(({ deliveryId, read }, at) => ({
    path: `reports/${deliveryId}-${at + 1}.json`,
    kind: 'report' as const,
    mediaType: 'application/json',
    read,
  }))
}

/** The reasons of decided disputes, in the form whose hash is in the log. */
const rulings: DocumentSource = async (ctx, { contract }) => {
  const disputes = await readDisputes(ctx, contract.id)
  return disputes.toReversed().flatMap(({ id, outcome }) => {
    if (outcome?.reasons == null) return []
    const read = textBytes(canonicalJson(outcome.reasons))
    return [{ path: `rulings/${id}.json`, kind: 'ruling', mediaType: 'application/json', read }]
  })
}

const sources: readonly DocumentSource[] = [
  contractStatus,
  agreements,
  agreementTexts,
  invoices,
  statements,
  rulings,
  reports,
]

/** Lists all documents of the deal that its side may read, in a fixed order. */
export async function listDealDocuments(ctx: Ctx, deal: Deal): Promise<DealDocument[]> {
  const documents: DealDocument[] = []
  for (const source of sources) documents.push(...(await source(ctx, deal)))
  return documents
}
