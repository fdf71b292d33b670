/** Facts that every certificate of made data states, and the leaves that commit to its issue. */
import { createHash } from 'node:crypto'
import type { AuditAction, Certificate, SourceAccount } from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import engine from '@semblance/synth/package.json' with { type: 'json' }
import type { Tx } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { type Leaf, record } from '../../platform/transparency/record.ts'
import { findSpentOn } from '../sources/service.ts'
import { getAuditDigest } from './queries.ts'
import type { CertifiedTable } from './types.ts'

export type CertifiedDelivery = {
  id: string
  files: readonly { name: string; bytes: bigint; sha256: string }[]
  tables: readonly CertifiedTable[]
  /** Lists the uploaded files. `sha256` is null if unknown. */
  originals: readonly { bytes: bigint; sha256: string | null }[]
  account: SourceAccount | null
  /** Leaves out ledger entries of after this date: for deliveries that are entered under a date of the past. */
  until?: Date
  /** States what the vendor measured itself, or who held what of data that was read in place. */
  attested?: Pick<Certificate, 'measurement' | 'connection' | 'copy' | 'destruction'>
  /** Names the delivery whose measurement the account is of, if that is another one. */
  measuredAs?: string
  /** States what was done to the originals' keys, and names its row in the audit log. */
  destruction?: Omit<NonNullable<Certificate['destruction']>, 'at' | 'auditRowSha256'> & {
    at: Date
    record: { action: AuditAction; object: string }
  }
}

/** Returns what a certificate states of made data, be it for a contract or a listing. */
export async function factsOf(
  { tx, platform, now }: SystemCtx,
  id: string,
  delivery: CertifiedDelivery,
) {
  return {
    iss: platform.config.publicUrl,
    jti: id,
    iat: Math.floor(now.getTime() / 1000),
    files: delivery.files.map(({ name, bytes, sha256 }) => ({
      name,
      bytes: Number(bytes),
      sha256,
    })),
    tables: delivery.tables.map((table) => keyFigures(table, delivery.files)),
    ...(await accountOf(tx, delivery)),
    engine: { name: engine.name, version: engine.version },
    originals: delivery.originals.map(({ bytes, sha256 }) => ({
      bytes: Number(bytes),
      ...(sha256 && { sha256 }),
    })),
    ...delivery.attested,
    ...(delivery.destruction && { destruction: await destructionOf(tx, delivery.destruction) }),
  }
}

/** Returns the claim about the account of the source, with what the delivery spent by itself where that is known. */
async function accountOf(
  tx: Tx,
  { id, measuredAs = id, account }: CertifiedDelivery,
): Promise<Pick<Certificate, 'privacyAccount' | 'source'>> {
  if (!account) return {}
  const delivery = await findSpentOn(tx, { purpose: 'delivery', subject: measuredAs })
  return delivery ? { privacyAccount: { unit: 'row', ...account, delivery } } : { source: account }
}

/** Records that a delivery is ready, with its files, and the certificate that names them. */
export function recordIssue(
  tx: Tx,
  chain: Pick<Leaf, 'audience' | 'deal' | 'client' | 'vendor'>,
  issued: { id: string; jws: string; delivery: CertifiedDelivery },
): void {
  const { id, jws, delivery } = issued
  const files = delivery.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
  record(tx, { ...chain, type: 'delivery.ready', body: { delivery: delivery.id, files } })
  const jwsSha256 = createHash('sha256').update(jws).digest('hex')
  const body = { certificate: id, delivery: delivery.id, jwsSha256 }
  record(tx, { ...chain, type: 'certificate.issued', body })
}

async function destructionOf(
  tx: Tx,
  { at, record, ...claim }: NonNullable<CertifiedDelivery['destruction']>,
) {
  const auditRowSha256 = await getAuditDigest(tx, record.action, record.object)
  return { at: at.toISOString(), ...claim, auditRowSha256 }
}

function keyFigures(
  { twin, reportFile, report }: CertifiedTable,
  files: CertifiedDelivery['files'],
): Certificate['tables'][number] {
  const { rows, fidelity, privacy } = report
  return {
    file: twin.name,
    reportSha256: files.find(({ name }) => name === reportFile.name)!.sha256,
    records: rows.synthetic,
    columns: rows.columns,
    qualityScore: qualityScore(fidelity),
    accuracy: fidelity,
    privacy,
  }
}
