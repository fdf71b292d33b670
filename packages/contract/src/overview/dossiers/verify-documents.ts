/** Checks the files of a dossier: that they are those the manifest lists, and what certificates, findings and draws say. */
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../core/transparency/bytes.ts'
import { canonicalJson, type LeafType } from '../../core/transparency/leaves.ts'
import type { Certificate } from '../../delivery/certificates.ts'
import { verifyMeasured } from '../../delivery/measured/verify-measured.ts'
import { splitSdJwt } from '../../delivery/sd-jwt.ts'
import {
  type KeySet,
  keySet,
  verifyCertificate,
  verifyDraw,
  verifyFinding,
} from '../../delivery/verify-certificate.ts'
import { type Dossier, type DossierDocument, dossierFiles } from './dossier.ts'
import type { Report } from './dossier-findings.ts'
import type { Archive } from './read-archive.ts'
import { verifyCertified } from './verify-certified.ts'
import type { Step } from './verify-chains.ts'

/**
 * Names what a document's content is proven by: a leaf of the log that has its hash, or that of the part of it that is
 * signed; a certificate that is in the log; or the signature of the dossier alone.
 */
export type Binding = 'log' | 'signed_part' | 'certificate' | 'signature'
export type BoundDocument = DossierDocument & { boundBy: Binding }

type Context = { manifest: Dossier; files: Archive['files']; steps: Step[]; report: Report }

/** Returns the documents that are as listed, and what the certificates among them state that a leaf commits to. */
export async function verifyDocuments(
  context: Context,
): Promise<{ documents: BoundDocument[]; certificates: Certificate[] }> {
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
  const proven = await verifyStatements(context, whole)
  return { documents: bind(context, whole, proven), certificates: [...proven.values()] }
}

/** Holds the certificates that a leaf of the deal commits to, by path. */
type Proven = ReadonlyMap<string, Certificate>

function bind({ steps }: Context, documents: DossierDocument[], proven: Proven): BoundDocument[] {
  const inLog = new Set(
    steps.flatMap(({ payload }) => canonicalJson(payload.body).match(/\b[\da-f]{64}\b/g) ?? []),
  )
  const certified = new Set(
    [...proven.values()].flatMap(({ files }) => files.map((file) => file.sha256)),
  )
  return documents.map((document) => {
    if (inLog.has(document.sha256)) return { ...document, boundBy: 'log' }
    if (proven.has(document.path)) return { ...document, boundBy: 'signed_part' }
    return { ...document, boundBy: certified.has(document.sha256) ? 'certificate' : 'signature' }
  })
}

/** Checks certificates, findings and draws. */
async function verifyStatements(context: Context, documents: DossierDocument[]): Promise<Proven> {
  const { steps, report } = context
  const keys = readKeys(context, documents)
  const proven = new Map<string, Certificate>()
  const seen = new Set<string>()
  for (const { kind, path } of documents) {
    if (!isStatement(kind)) continue
    const jws = new TextDecoder().decode(context.files.get(path))
    const stated = await verifySigned(kind, jws, keys).catch(() => null) // a key that is none
    if (!stated) {
      report('statement_altered', path)
      continue
    }
    const step = leafOf(steps, kind, stated.id)
    // The certificate of a twin for a listing names no deal: its own step does.
    const about = stated.contract ?? step?.payload.body.delivery
    if (about !== context.manifest.deal) report('statement_of_other_deal', path)
    if (!step) {
      report('statement_unproven', path)
      continue
    }
    seen.add(step.place)
    if (step.payload.body.jwsSha256 !== toHex(sha256(new TextEncoder().encode(signedPart(jws))))) {
      report('statement_differs', path)
      continue
    }
    if (!stated.certificate) continue
    verifyCertified({ ...context, issued: step, path }, stated.certificate)
    const measured = await verifyMeasured(stated.certificate)
    if (measured && measured.state !== 'holds') report('vendor_statement_differs', path)
    proven.set(path, stated.certificate)
  }
  for (const { payload, place } of steps)
    if (leafKinds.has(payload.type) && !seen.has(place)) report('statement_missing', place)
  return proven
}

/** Returns what a leaf commits to: a text without what it discloses, of which each copy has as much as its side wants. */
const signedPart = (text: string): string => splitSdJwt(text)?.jwt ?? text

function readKeys({ files }: Context, documents: DossierDocument[]): KeySet {
  const path = documents.find(({ kind }) => kind === 'keys')?.path
  try {
    return keySet.parse(JSON.parse(new TextDecoder().decode(path ? files.get(path) : undefined)))
  } catch {
    return { keys: [] }
  }
}

type Stated = { id: string; contract: string | null; certificate: Certificate | null }

/** Returns what a signed text says; null unless a key of the dossier has signed it. */
async function verifySigned(
  kind: StatementKind,
  jws: string,
  keys: KeySet,
): Promise<Stated | null> {
  if (kind !== 'certificate') {
    const found = await (kind === 'draw' ? verifyDraw : verifyFinding)(jws, keys)
    if (found.state !== 'valid') return null
    return { id: found.payload.jti, contract: found.payload.contract.id, certificate: null }
  }
  const found = await verifyCertificate(jws, keys)
  if (found.state !== 'valid') return null
  const { certificate } = found
  return { id: certificate.jti, contract: certificate.contract?.id ?? null, certificate }
}

/** Maps each kind of signed statement to the step that commits to it, which names it by its kind. */
const leafTypes = {
  certificate: 'certificate.issued',
  finding: 'dispute.found',
  draw: 'delivery.drawn',
} as const satisfies Partial<Record<DossierDocument['kind'], LeafType>>
type StatementKind = keyof typeof leafTypes

const isStatement = (kind: DossierDocument['kind']): kind is StatementKind =>
  Object.hasOwn(leafTypes, kind)

const leafKinds = new Set<string>(Object.values(leafTypes))

const leafOf = (steps: Step[], kind: StatementKind, id: string) =>
  steps.find(({ payload: { type, body } }) => type === leafTypes[kind] && body[kind] === id)
