/** Checks the files of a dossier: that they are those the manifest lists, and what certificates and findings say. */
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../core/transparency/bytes.ts'
import { canonicalJson } from '../../core/transparency/leaves.ts'
import type { Certificate } from '../../delivery/certificates.ts'
import {
  type KeySet,
  keySet,
  verifyCertificate,
  verifyFinding,
} from '../../delivery/verify-certificate.ts'
import { type Dossier, type DossierDocument, dossierFiles } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import type { Archive } from './read-archive.ts'
import type { Step } from './verify-chains.ts'

/**
 * Names what a document's content is proven by: a leaf of the log, a certificate that is in the log, or the
 * signature of the dossier alone.
 */
export type Binding = 'log' | 'certificate' | 'signature'
export type BoundDocument = DossierDocument & { boundBy: Binding }

type Context = { manifest: Dossier; files: Archive['files']; steps: Step[]; report: Report }

export async function verifyDocuments(context: Context): Promise<BoundDocument[]> {
  const { manifest, files, report } = context
  const listed = new Set<string>(Object.values(dossierFiles))
  const whole: DossierDocument[] = []
  for (const document of manifest.documents) {
    const { path, bytes } = document
    const content = files.get(path)
    if (!content || listed.has(path)) report('file_missing', path)
    else if (content.length !== bytes || toHex(sha256(content)) !== document.sha256)
      report('document_altered', path)
    else whole.push(document)
    listed.add(path)
  }
  for (const path of files.keys()) if (!listed.has(path)) report('file_unlisted', path)
  const certificates = await verifyStatements(context, whole)
  return bind(context, whole, certificates)
}

function bind(
  { steps }: Context,
  documents: DossierDocument[],
  certificates: Certificate[],
): BoundDocument[] {
  const inLog = new Set(
    steps.flatMap(({ payload }) => canonicalJson(payload.body).match(/\b[\da-f]{64}\b/g) ?? []),
  )
  const certified = new Set(certificates.flatMap(({ files }) => files.map((file) => file.sha256)))
  return documents.map((document) => {
    if (inLog.has(document.sha256)) return { ...document, boundBy: 'log' }
    return { ...document, boundBy: certified.has(document.sha256) ? 'certificate' : 'signature' }
  })
}

/** Checks certificates and findings; returns the certificates that a leaf of the deal commits to. */
async function verifyStatements(
  context: Context,
  documents: DossierDocument[],
): Promise<Certificate[]> {
  const { steps, report } = context
  const keys = readKeys(context, documents)
  const proven: Certificate[] = []
  const seen = new Set<string>()
  for (const { kind, path } of documents) {
    if (kind !== 'certificate' && kind !== 'finding') continue
    const jws = new TextDecoder().decode(context.files.get(path))
    const stated = await verifyStatement(kind, jws, keys).catch(() => null) // a key that is none
    if (!stated) {
      report('statement_altered', path)
      continue
    }
    if (stated.contract !== context.manifest.deal) report('statement_of_other_deal', path)
    const step = leafOf(steps, kind, stated.id)
    if (!step) {
      report('statement_unproven', path)
      continue
    }
    seen.add(step.place)
    if (step.payload.body.jwsSha256 !== toHex(sha256(new TextEncoder().encode(jws)))) {
      report('statement_differs', path)
      continue
    }
    if (!stated.certificate) continue
    verifyCertificateLeaves(context, step, stated.certificate, path)
    proven.push(stated.certificate)
  }
  for (const { payload, place } of steps)
    if (leafKinds.has(payload.type) && !seen.has(place)) report('statement_missing', place)
  return proven
}

function readKeys({ files }: Context, documents: DossierDocument[]): KeySet {
  const path = documents.find(({ kind }) => kind === 'keys')?.path
  try {
    return keySet.parse(JSON.parse(new TextDecoder().decode(path ? files.get(path) : undefined)))
  } catch {
    return { keys: [] }
  }
}

type Stated = { id: string; contract: string; certificate: Certificate | null }

/** Returns what a signed text says; null unless a key of the dossier has signed it. */
async function verifyStatement(
  kind: 'certificate' | 'finding',
  jws: string,
  keys: KeySet,
): Promise<Stated | null> {
  if (kind === 'finding') {
    const found = await verifyFinding(jws, keys)
    if (found.state !== 'valid') return null
    return { id: found.payload.jti, contract: found.payload.contract.id, certificate: null }
  }
  const found = await verifyCertificate(jws, keys)
  if (found.state !== 'valid') return null
  const { certificate } = found
  return { id: certificate.jti, contract: certificate.contract.id, certificate }
}

const leafKinds = new Set<string>(['certificate.issued', 'dispute.found'])

const leafOf = (steps: Step[], kind: 'certificate' | 'finding', id: string) =>
  steps.find(({ payload: { type, body } }) =>
    kind === 'certificate'
      ? type === 'certificate.issued' && body.certificate === id
      : type === 'dispute.found' && body.finding === id,
  )

/** A certificate names the files of its delivery's leaf, and leaves of the deal from before its own. */
function verifyCertificateLeaves(
  { manifest, steps, report }: Context,
  issued: Step,
  { files, log }: Certificate,
  path: string,
): void {
  const { delivery } = issued.payload.body
  const ready = steps.find(
    ({ payload: { type, body } }) => type === 'delivery.ready' && body.delivery === delivery,
  )
  const named = files.map((file) => ({ ...file, bytes: String(file.bytes) }))
  if (ready && canonicalJson(ready.payload.body.files ?? null) !== canonicalJson(named))
    report('certified_files_differ', path)
  if (!log) return
  const leaves = manifest.chains.find(({ id }) => id === issued.chain)?.leaves ?? []
  const before = leaves.slice(0, issued.seq - 1)
  const isPlaced = log.entries.every(({ type, entry }) =>
    before.some((leaf) => leaf.commitment === entry && leaf.type === type),
  )
  if (!isPlaced || log.deal !== issued.chain) report('certificate_place_differs', path)
}
