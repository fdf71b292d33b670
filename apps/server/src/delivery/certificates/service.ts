/** Certificates: signed statements about deliveries, issued in the transaction that makes them ready. */
import { randomUUID } from 'node:crypto'
import {
  type Certificate,
  certificate as certificateSchema,
  certificateType,
  commitToDisclosures,
  isSelective,
  joinSdJwt,
  readCertificate,
  type SignedCertificate,
} from '@semblance/contract'
import { decodeProtectedHeader, type JWK } from 'jose'
import { findPlace } from '../../core/transparency/service.ts'
import { getContractForParty, lockContract } from '../../market/contracts/service.ts'
import { type Page, pageOfShort } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { issueLicense, licenseAddress } from '../licenses/service.ts'
import { type Disclosure, discloseDeal } from './disclosures.ts'
import { type CertifiedDelivery, factsOf, recordIssue } from './issued-facts.ts'
import { sign } from './keys.ts'
import {
  findCertificate,
  findCertificateRow,
  getSubject,
  insertCertificate,
  insertDisclosures,
  listCertificateRows,
  listDisclosures,
  listSignedRows,
  listVerifyingKeys,
  type Subject,
} from './queries.ts'
import type { CertificateDraft, CertifiedTable, WrittenFile, WrittenTable } from './types.ts'

export { describeDelivery } from './describe-files.ts'
export { sign } from './keys.ts'
export { issueTwinCertificate } from './twin-certificates.ts'
export type { CertificateDraft, CertifiedTable, WrittenFile, WrittenTable }

/** Returns what a certificate states of a table, without where its files are. */
export const certifiedTable = ({ twin, reportFile, report }: WrittenTable): CertifiedTable => ({
  twin: { name: twin.name },
  reportFile: { name: reportFile.name },
  report,
})

/**
 * Returns the IDs and addresses of a certificate and its license before they are issued, for the documents that it
 * will certify.
 */
export async function draftCertificate(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  contractId: string,
): Promise<CertificateDraft> {
  const subject = await withSystemRole(tx, () => getSubject(tx, contractId))
  const id = randomUUID()
  const licenseId = randomUUID()
  return {
    id,
    address: `${platform.config.publicUrl}/certificates/${id}`,
    license: { id: licenseId, address: licenseAddress(platform, licenseId) },
    subject,
  }
}

/**
 * Issues a delivery's license and signs its certificate, both by the current terms. Call in the transaction that makes the
 * delivery ready and records the destruction of its originals.
 */
export async function issueCertificate(
  ctx: SystemCtx,
  draft: {
    id: string
    license: Pick<CertificateDraft['license'], 'id'>
    subject: Pick<Subject, 'id'>
  },
  delivery: CertifiedDelivery,
): Promise<void> {
  const { tx, platform, now } = ctx
  await withSystemRole(tx, async () => {
    await lockContract(tx, draft.subject.id) // all who move its money wait, so that none is left out
    const subject = await getSubject(tx, draft.subject.id)
    const place = await findPlace(tx, subject.id, ['agreement.drawn', 'escrow.funded'])
    const issued = { id: draft.license.id, deliveryId: delivery.id, contractId: subject.id }
    const license = await issueLicense(ctx, issued)
    const payload: Certificate = {
      ...(await factsOf(ctx, draft.id, delivery)),
      ...partiesAndTerms(subject),
      license,
      ...(place && { log: place }),
    }
    const stated = certificateSchema.parse(payload) // what readers are promised, and nothing beyond it
    const disclosures = await discloseDeal(tx, subject.id, delivery.until ?? null)
    const committed = commitToDisclosures(disclosures.map(({ disclosure }) => disclosure))
    const jws = await sign(tx, platform.secrets, certificateType, { ...stated, ...committed })
    const { client, vendor } = subject
    const chain = { audience: 'both', deal: subject.id, client, vendor } as const
    recordIssue(tx, chain, { id: draft.id, jws, delivery })
    await insertCertificate(tx, {
      id: draft.id,
      delivery_id: delivery.id,
      contract_id: subject.id,
      client: subject.client,
      vendor: subject.vendor,
      jws,
      issued_at: now,
    })
    await insertDisclosures(
      tx,
      disclosures.map((one) => ({ ...one, certificate_id: draft.id, ...partiesOf(subject) })),
    )
  })
}

const partiesOf = ({ client, vendor }: Subject) => ({ client, vendor })

/**
 * Returns a certificate to any caller who has its ID, with what it discloses to them. IDs cannot be guessed, and the
 * parties share them. Throws not_found.
 */
export async function getCertificate({ tx, actor }: Ctx, id: string): Promise<SignedCertificate> {
  const row = await withSystemRole(tx, () => findCertificate(tx, id))
  if (!row) throw new AppError('not_found')
  // No scope of a key covers all prices.
  const disclosed = actor.key ? [] : await listDisclosures(tx, [id])
  return withDisclosures(row, disclosed)
}

/** Returns a certificate as anyone may have it. Throws not_found. */
export async function getBareCertificate({ tx }: Pick<Ctx, 'tx'>, id: string) {
  const row = await withSystemRole(tx, () => findCertificate(tx, id))
  if (!row) throw new AppError('not_found')
  return withDisclosures(row, [])
}

const withDisclosures = (
  { id, jws }: { id: string; jws: string },
  disclosed: readonly Pick<Disclosure, 'disclosure'>[],
): SignedCertificate => ({
  ...{ id, jws },
  sdJwt: isSelective(jws)
    ? joinSdJwt({ jwt: jws, disclosures: disclosed.map(({ disclosure }) => disclosure) })
    : null,
})

/** Returns the certificate of a delivery with what it states; null without one. Requires the system role. */
export async function findCertificateOf(
  tx: Tx,
  deliveryId: string,
): Promise<{ id: string; jws: string; stated: Certificate } | null> {
  const row = await findCertificateRow(tx, deliveryId)
  const stated = row && readCertificate(row.jws)
  return stated ? { ...row, stated } : null
}

/** Lists the certificates of a contract's deliveries for either party, newest first. */
export async function listCertificates(ctx: Ctx, contractId: string, page: Page) {
  const contract = await getContractForParty(ctx, contractId)
  return pageOfShort(
    await listCertificateRows(ctx.tx, contract.id),
    page,
    ({ id }) => id,
    ({ id, delivery_id, issued_at, jws }) => ({
      ...{ id, deliveryId: delivery_id, issuedAt: issued_at },
      format: isSelective(jws) ? ('sd-jwt' as const) : ('jws' as const),
    }),
  )
}

/**
 * Lists the signed certificates of a contract, oldest first, with what they disclose, as far as the caller has the
 * rights.
 */
export async function listSignedCertificates(
  tx: Tx,
  contractId: string,
): Promise<(SignedCertificate & { stated: Certificate })[]> {
  const rows = await listSignedRows(tx, contractId)
  const ids = rows.map(({ id }) => id)
  const disclosed = Map.groupBy(await listDisclosures(tx, ids), (row) => row.certificate_id)
  return rows.flatMap((row) => {
    const signed = withDisclosures(row, disclosed.get(row.id) ?? [])
    const stated = readCertificate(signed.sdJwt ?? signed.jws)
    return stated ? [{ ...signed, stated }] : []
  })
}

/** Returns the public keys that signed these texts, as a JWK set. Requires the system role. */
export async function listKeysOf(tx: Tx, texts: readonly string[]): Promise<{ keys: JWK[] }> {
  const kids = new Set(texts.map((jws) => decodeProtectedHeader(jws).kid ?? ''))
  const rows = await listVerifyingKeys(tx, [...kids])
  return { keys: rows.map(({ public_jwk }) => public_jwk as JWK) }
}

function partiesAndTerms(subject: Subject) {
  return {
    sample: subject.is_sample,
    contract: { id: subject.id, title: subject.title, dprId: subject.dpr_id },
    client: { id: subject.client_public_id, name: subject.client_name },
    vendor: { id: subject.vendor_public_id, name: subject.vendor_name },
    terms: {
      dataFormats: subject.data_formats,
      sampleRecords: subject.sample_records,
      minAccuracyPercent: subject.min_accuracy_percent,
      privacyLevel: subject.privacy_level,
      minRecords: subject.min_records === null ? null : Number(subject.min_records),
    },
  }
}
