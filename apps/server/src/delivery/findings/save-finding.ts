/** Signs and stores a finding with the split that it proposes, and notifies both parties, in one transaction. */
import { createHash, randomUUID } from 'node:crypto'
import {
  type Finding,
  finding as findingSchema,
  findingType,
  formatDollars,
  isLive,
  type JudgedClaim,
  outcomesOfFinding,
  priceOfClaim,
  proposeSplit,
} from '@semblance/contract'
import engine from '@semblance/synth/package.json' with { type: 'json' }
import { lockContract } from '../../market/contracts/service.ts'
import {
  announce,
  type DisputeRow,
  disputedAmountOf,
  lockDispute,
  notifyParties,
} from '../../money/disputes/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { record } from '../../platform/transparency/record.ts'
import { sign } from '../certificates/service.ts'
import { claimOf } from './claims.ts'
import type { Judged, Measurable } from './measurable.ts'
import { insertFinding } from './queries.ts'

/** Stores nothing if the dispute has ended, or another run was first. */
export async function saveFinding(
  platform: Platform,
  measured: Measurable,
  judged: Judged,
): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const now = new Date()
    const dispute = await lockDispute(tx, measured.disputeId)
    if (!isLive(dispute)) return
    const { due_price_cents: dueCents } = await lockContract(tx, dispute.contract_id)
    const stated = stateFinding(platform, { dispute, dueCents, now }, measured, judged)
    const jws = await sign(tx, platform.secrets, findingType, stated)
    const isNew = await insertFinding(tx, {
      id: stated.jti,
      dispute_id: dispute.id,
      client: dispute.client,
      vendor: dispute.vendor,
      last_claim_id: measured.lastClaimId,
      jws,
      to_vendor_cents: stated.split ? BigInt(stated.split.toVendorCents) : null,
      measured_at: now,
    })
    if (!isNew) return
    const { contract_id: deal, client, vendor } = dispute
    const jwsSha256 = createHash('sha256').update(jws).digest('hex')
    const body = { finding: stated.jti, dispute: dispute.id, jwsSha256 }
    record(tx, { type: 'dispute.found', audience: 'both', deal, client, vendor, body })
    await notifyFound({ tx, platform }, dispute, stated)
  })
}

type At = { dispute: DisputeRow; dueCents: bigint | null; now: Date }

/** Returns the payload: what readers are promised, and nothing beyond it. */
function stateFinding(
  platform: Platform,
  { dispute, dueCents, now }: At,
  { rows, data }: Measurable,
  { judgements, files }: Judged,
): Finding {
  const { certificate } = data
  const terms = { ...data.priceTerms, priceCents: dispute.price_cents }
  const judged = rows.flatMap((row, i): JudgedClaim[] => {
    const judgement = judgements[i]
    if (!judgement) return []
    const price = priceOfClaim(judgement, terms)
    const priceCents = price === null ? null : Number(price)
    return [{ id: row.id, claim: claimOf(row), ...judgement, priceCents }]
  })
  const split = proposeSplit(disputedAmountOf(dispute), judged, dueCents)
  if (!certificate.contract || !certificate.client) throw new Error('A finding of no contract.')
  return findingSchema.parse({
    iss: platform.config.publicUrl,
    jti: randomUUID(),
    iat: Math.floor(now.getTime() / 1000),
    sample: certificate.sample,
    dispute: dispute.id,
    contract: certificate.contract,
    client: certificate.client,
    vendor: certificate.vendor,
    certificate: data.certificateId,
    files,
    engine: { name: engine.name, version: engine.version },
    claims: judged,
    split: split && {
      claimId: split.claimId,
      priceCents: Number(split.priceCents),
      toVendorCents: Number(split.toVendorCents),
      toClientCents: Number(split.toClientCents),
    },
  } satisfies Finding)
}

async function notifyFound(
  ctx: { tx: Tx; platform: Platform },
  dispute: DisputeRow,
  stated: Finding,
): Promise<void> {
  await announce(ctx, dispute)
  await notifyParties(ctx, dispute, {
    title: 'Claims measured',
    message: `the claims about the data were measured in the certified files. ${outcomesOfFinding(stated)}. ${splitText(stated)}`,
  })
}

function splitText({ split }: Finding): string {
  if (!split) return 'The finding proposes no split, and decides nothing.'
  const [vendor, client] = [split.toVendorCents, split.toClientCents].map((cents) =>
    formatDollars(BigInt(cents)),
  )
  return `The finding proposes ${vendor} to the vendor and ${client} back to the client. It decides nothing: you can agree on it, or on something else.`
}
