/** Seals PDFs: an electronic seal of the platform as PAdES B-B, by which a later change can be recognized. */
import type { Tx } from '../../database/db.ts'
import { withSystemRole } from '../../database/db.ts'
import type { Platform } from '../../http/context.ts'
import { ownSealKey } from './own-seal.ts'
import type { SealKey } from './seal-key.ts'

/**
 * Returns the key of the seal at this time: that of SEAL_CERTIFICATE or, without one and after its end, the
 * platform's own.
 */
export async function findSealKey(
  tx: Tx,
  { config, secrets, log }: Pick<Platform, 'config' | 'secrets' | 'log'>,
  now = new Date(),
): Promise<SealKey> {
  const { sealKey, publicUrl } = config
  if (sealKey && now <= sealKey.notAfter) return sealKey
  if (sealKey) log.warn('the certificate in SEAL_CERTIFICATE has ended; the own one seals')
  const name = `Semblance seal of ${new URL(publicUrl).host}`
  return await withSystemRole(tx, () => ownSealKey(tx, { secrets, name, now }))
}

/** Returns the PDF under the seal, as it is kept and given out. The seal states the time of now, or `at`. */
export async function sealPdf(
  pdf: Buffer,
  key: SealKey,
  { at = new Date(), reason }: { at?: Date; reason: string },
): Promise<Buffer<ArrayBuffer>> {
  // Loaded late: most processes seal nothing.
  const [{ plainAddPlaceholder }, { SUBFILTER_ETSI_CADES_DETACHED }, { SignPdf }, { SealSigner }] =
    await Promise.all([
      import('@signpdf/placeholder-plain'),
      import('@signpdf/utils'),
      import('@signpdf/signpdf'),
      import('./sign-cms.ts'),
    ])
  const prepared = plainAddPlaceholder({
    pdfBuffer: pdf,
    reason,
    contactInfo: '',
    name: 'Semblance',
    location: '',
    signingTime: at,
    signatureLength: key.certificates.reduce((sum, { length }) => sum + length, SIGNATURE_BYTES),
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
  })
  return Buffer.from(await new SignPdf().sign(prepared, new SealSigner(key)))
}

/** Leaves room for a signature, next to its certificates. */
const SIGNATURE_BYTES = 2048
