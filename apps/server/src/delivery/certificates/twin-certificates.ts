/** Certificates of twins that are measured for a listing. */
import {
  type Certificate,
  certificate as certificateSchema,
  certificateType,
  commitToDisclosures,
  listingStatement,
} from '@semblance/contract'
import type { SystemCtx } from '../../platform/http/context.ts'
import { type CertifiedDelivery, factsOf, recordIssue } from './issued-facts.ts'
import { sign } from './keys.ts'
import { getVendor, insertCertificate } from './queries.ts'

/** Describes a twin without a contract. */
type ListedTwin = {
  vendor: string
  title: string
  privacyLevel: Certificate['terms']['privacyLevel']
}

/**
 * Signs the certificate of a twin that its vendor measured for a listing: it names no contract, no client and no license,
 * nothing of it is disclosed apart, and it names no place in the log: the dossier of the twin, which its vendor alone gets, opens
 * the chain that its own leaf ends. Call as `issueCertificate`, as the system.
 */
export async function issueTwinCertificate(
  ctx: SystemCtx,
  id: string,
  { vendor, title, privacyLevel }: ListedTwin,
  delivery: CertifiedDelivery,
): Promise<void> {
  const { tx, platform, now } = ctx
  const { organization_id, name, is_sample } = await getVendor(tx, vendor)
  const payload: Certificate = {
    ...(await factsOf(ctx, id, delivery)),
    sample: is_sample,
    listing: { title, statement: listingStatement },
    vendor: { id: organization_id, name },
    terms: {
      ...{ dataFormats: ['csv'], privacyLevel },
      ...{ sampleRecords: null, minAccuracyPercent: null, minRecords: null },
    },
  }
  const stated = { ...certificateSchema.parse(payload), ...commitToDisclosures([]) }
  const jws = await sign(tx, platform.secrets, certificateType, stated)
  const chain = { audience: 'vendor', deal: delivery.id, client: null, vendor } as const
  recordIssue(tx, chain, { id, jws, delivery })
  await insertCertificate(tx, {
    ...{ id, delivery_id: delivery.id, contract_id: null, client: null, vendor },
    ...{ jws, issued_at: now },
  })
}
