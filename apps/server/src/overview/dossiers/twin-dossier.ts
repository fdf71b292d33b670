/** The dossier of a twin that was measured for a listing: its chain, which its vendor alone reads, and its certificate. */
import { sql } from 'kysely'
import { viewerOrganization } from '../../core/api/service.ts'
import { findSigner, readChains } from '../../core/transparency/service.ts'
import { getBareCertificate, listKeysOf } from '../../delivery/certificates/service.ts'
import { findTwin } from '../../delivery/deliveries/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { statementDocuments } from './documents.ts'
import { isSample } from './queries.ts'
import { type Gathered, isWaiting } from './service.ts'

/**
 * Gathers what the log holds of a certified twin of the caller's organization. Call first in a transaction. Null before the first
 * log. Throws not_found for twins of others, and for those that are not made.
 */
export async function gatherTwinDossier(
  ctx: Ctx,
  twinId: string,
  since: number | null,
): Promise<Gathered | null> {
  const { tx, platform } = ctx
  await sql`set transaction isolation level repeatable read`.execute(tx)
  const vendor = viewerOrganization(ctx, 'vendor')
  const twin = await findTwin(tx, vendor, twinId)
  if (!twin?.certificate_id) throw new AppError('not_found')
  const certificate = await getBareCertificate(ctx, twin.certificate_id)
  const { signer, keys, chains, logs, sample } = await withSystemRole(tx, async () => ({
    signer: await findSigner(ctx),
    keys: await listKeysOf(tx, [certificate.jws]),
    ...(await readChains(tx, [{ id: `${twinId}/vendor`, follows: null }], since)),
    sample: await isSample(tx, vendor),
  }))
  if (!signer) return null
  return {
    manifest: {
      ...{ v: 1, deal: twinId, side: 'vendor', sample },
      issuer: platform.config.publicUrl,
      signedBy: signer.origin,
      ...{ logs, chains, entries: [] },
      balances: { heldCents: '0', fee: null },
    },
    documents: statementDocuments({ certificates: [certificate], findings: [], draws: [] }, keys),
    sign: signer.sign,
    isWaiting: isWaiting({ logs, chains }),
  }
}
