/**
 * Verifies a dossier without the platform: by the log's key and, if there are any, the checkpoints that the
 * verifier brings along. Runs alike in Node.js and in browsers, with the Web Crypto API. It is an entry of the package
 * of its own, `@semblance/contract/verify-dossier`, so that pages without it do not load it.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../core/transparency/bytes.ts'
import { cosignaturesOf } from '../../core/transparency/cosignatures.ts'
import { canonicalJson } from '../../core/transparency/leaves.ts'
import { openNote } from '../../core/transparency/notes.ts'
import type { DealSums } from '../../money/deal-sums.ts'
import { type Dossier, dossier, dossierFiles, dossierNoteText } from './dossier.ts'
import {
  type DossierFinding,
  type DossierState,
  type Report,
  stateOf,
  type Trusted,
} from './dossier-findings.ts'
import { type Archive, readArchive } from './read-archive.ts'
import { type CertifiedMoney, certifiedMoney } from './verify-certified.ts'
import { inLogOrder, isOfTwin, type Step, verifyChains } from './verify-chains.ts'
import { verifyConsents } from './verify-consents.ts'
import { type BoundDocument, verifyDocuments } from './verify-documents.ts'
import { chooseKeys, verifyLogs } from './verify-logs.ts'
import { verifyMoney } from './verify-money.ts'
import { verifySubscription } from './verify-subscription.ts'

export { inLogOrder, readArchive }

export type VerifiedDossier = {
  state: DossierState
  findings: DossierFinding[]
  /** Holds what the dossier says, as far as it could be read; null if it could not. */
  facts: DossierFacts | null
}

export type DossierFacts = {
  deal: string
  /** Names what the deal is: a contract, or a twin that its vendor had measured for a listing. */
  about: 'contract' | 'twin'
  side: Dossier['side']
  issuer: string
  sample: boolean
  logs: {
    origin: string
    size: number | null
    key: string
    isTrusted: boolean
    /** Names the given witnesses that have cosigned its newest checkpoint. */
    cosignedBy: string[]
  }[]
  /** The leaves that open, in the order of their chains. */
  steps: Step[]
  sums: DealSums
  documents: BoundDocument[]
  /** Holds what the certificates disclose of the deal's money in this file. */
  certified: CertifiedMoney[]
}

export async function verifyDossier(
  archive: Uint8Array<ArrayBuffer>,
  trusted: Trusted,
): Promise<VerifiedDossier> {
  const findings: DossierFinding[] = []
  const report: Report = (id, place) => void findings.push({ id, place })
  const read = readArchive(archive)
  if ('fault' in read) {
    findings.push({ id: 'archive_unreadable', place: `byte ${read.at}`, fault: read.fault })
    return { state: stateOf(findings), findings, facts: null }
  }
  const manifest = readManifest(read.files)
  if (!manifest) report('manifest_unreadable', dossierFiles.manifest)
  const facts = manifest && (await verifyContents(manifest, read.files, { trusted, report }))
  return { state: stateOf(findings), findings, facts }
}

/** Returns the manifest; null unless it is written in the one form of RFC 8785. */
function readManifest(files: Archive['files']): Dossier | null {
  const text = textOf(files, dossierFiles.manifest)
  try {
    const value: unknown = JSON.parse(text ?? '')
    return canonicalJson(value) === text ? dossier.parse(value) : null
  } catch {
    return null
  }
}

type How = { trusted: Trusted; report: Report }

async function verifyContents(
  manifest: Dossier,
  files: Archive['files'],
  { trusted, report }: How,
): Promise<DossierFacts> {
  const keys = chooseKeys(manifest, trusted, report)
  const signer = keys.get(manifest.signedBy)
  const digest = toHex(sha256(files.get(dossierFiles.manifest) ?? new Uint8Array()))
  const note = textOf(files, dossierFiles.signature) ?? ''
  const opened = await openNote(note, signer ? [signer.key] : [])
  if (opened.state !== 'valid' || opened.text !== dossierNoteText(manifest.signedBy, digest))
    report('manifest_altered', dossierFiles.manifest)
  const logs = await verifyLogs(manifest, keys, trusted, report)
  const steps = verifyChains(manifest, logs, report)
  verifySubscription({ manifest, steps, report })
  verifyConsents({ manifest, files, steps, report })
  const sums = verifyMoney(manifest, steps, report)
  const { documents, certificates } = await verifyDocuments({ manifest, files, steps, report })
  return {
    deal: manifest.deal,
    about: isOfTwin(manifest, steps) ? 'twin' : 'contract',
    side: manifest.side,
    issuer: manifest.issuer,
    sample: manifest.sample,
    logs: await Promise.all(
      manifest.logs.map(async ({ origin, verifierKey, checkpoint }) => ({
        origin,
        size: logs.get(origin)?.size ?? null,
        key: keys.get(origin)?.key.text ?? verifierKey,
        isTrusted: keys.get(origin)?.isTrusted ?? false,
        cosignedBy: (await cosignaturesOf(checkpoint ?? '', trusted.witnesses ?? [])).map(
          ({ by }) => by.name,
        ),
      })),
    ),
    steps,
    sums,
    documents,
    certified: certificates.map(certifiedMoney),
  }
}

function textOf(files: Archive['files'], name: string): string | null {
  const bytes = files.get(name)
  try {
    return bytes ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : null
  } catch {
    return null
  }
}
