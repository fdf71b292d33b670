/** The right of a client to draw rows under its contract: the term, and the reason for which it cannot be used now. */
import type { Certificate, ErrorCode, MoreRows } from '@semblance/contract'
import { type ContractRow, contractMoney } from '../../market/contracts/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { findCertificateOf } from '../certificates/service.ts'
import { type DeliveryRow, findAgreed, findReadyDelivery, hasModel } from '../deliveries/service.ts'
import { hasLicenseEnded } from '../licenses/service.ts'
import { countDraws } from './queries.ts'

/** Holds a delivery with what its certificate states. */
export type Drawable = { delivery: DeliveryRow; certificate: { id: string; stated: Certificate } }

export type Rights = {
  term: MoreRows | null
  drawsLeft: number
  /** Counts all draws of the contract, refused ones as well. */
  drawn: number
  /** Null if rows can be drawn now. */
  obstacle: ErrorCode | null
  drawable: Drawable | null
}

/** Returns what can be drawn. Lock the contract first, where that is to hold until the end. Requires the system role. */
export async function findRights(tx: Tx, contract: ContractRow, now: Date): Promise<Rights> {
  const { moreRows: term } = await findAgreed(tx, contract.id)
  const counts = await countDraws(tx, contract.id)
  const drawable = await findDrawable(tx, contract.id)
  const drawsLeft = term ? Math.max(0, term.draws - counts.ready - counts.queued) : 0
  const obstacle =
    (await findLapse(tx, contract, { term, drawable, now })) ??
    (counts.queued > 0 ? 'draw_underway' : drawsLeft === 0 ? 'draws_used_up' : null)
  return {
    ...{ term, drawsLeft, obstacle, drawable },
    drawn: counts.queued + counts.ready + counts.refused,
  }
}

/** Returns why a contract permits no draw, however many it grants; null if it does. Requires the system role. */
export async function findLapse(
  tx: Tx,
  contract: ContractRow,
  { term, drawable, now }: { term: MoreRows | null; drawable: Drawable | null; now: Date },
): Promise<ErrorCode | null> {
  if (!term) return 'draws_not_granted'
  if (contract.status !== 'completed') return 'draws_not_open'
  const { releasedCents } = (await contractMoney(tx, [contract.id]))(contract.id)
  if (releasedCents === 0n) return 'draws_not_open' // a ruling gave all of it back
  if (!drawable || !(await hasModel(tx, drawable.delivery.id))) return 'draw_without_model'
  const { license } = drawable.certificate.stated
  return license && (await hasLicenseEnded(tx, license.id, now)) ? 'draw_license_ended' : null
}

export async function findDrawable(tx: Tx, contractId: string): Promise<Drawable | null> {
  const delivery = await findReadyDelivery(tx, { contractId })
  if (!delivery || delivery.superseded_at) return null
  const certificate = await findCertificateOf(tx, delivery.id)
  return certificate && { delivery, certificate }
}

/** Lists the columns on which conditions can be set: those of a table that stands alone. */
export const columnsOf = ({ delivery: { report, other_reports } }: Drawable): string[] =>
  report && other_reports.length === 0 ? report.columns.map(({ name }) => name) : []
