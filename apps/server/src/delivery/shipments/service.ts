/**
 * Shipments of physical media, which people fulfil: the client states an address, the vendor what it shipped, the
 * client what arrived. The platform hands the vendor the files and keeps the statements; it has seen no medium.
 */
import { arrivalLabels, contractCan, type Shipment, type ShipmentForm } from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { type ContractRow, getContractForParty } from '../../market/contracts/service.ts'
import { decodeIdCursor, type Page, pageOfShort } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { signLink } from '../../platform/http/links.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { record } from '../../platform/transparency/record.ts'
import { findReadyDelivery, findStoredArchive } from '../deliveries/service.ts'
import * as queries from './queries.ts'

type ByContract = { contractId: string }

export async function getAddress(ctx: Ctx, { contractId }: ByContract) {
  const contract = await getContractForParty(ctx, contractId)
  const found = await withSystemRole(ctx.tx, () => queries.findAddress(ctx.tx, contract.id))
  return { address: found?.address ?? null, updatedAt: found?.updated_at ?? null }
}

/**
 * Says where the client wants media; a shipment that was stated keeps the address it went to. The audit log has who said
 * so, not the address; the client's administrators get a notice, so that none redirects a medium unseen.
 */
export async function setAddress(
  ctx: Ctx,
  { contractId, address }: ByContract & { address: string },
): Promise<void> {
  const { tx, now, actor } = ctx
  const contract = await getOwn(ctx, contractId, 'client')
  await withSystemRole(tx, async () => {
    await requireMedium(ctx, contract)
    if (contract.status === 'cancelled') throw new AppError('shipping_over')
    const verb = (await queries.findAddress(tx, contract.id)) ? 'changed' : 'stated'
    const by = { updated_by: actor.userId, updated_at: now }
    await queries.saveAddress(tx, { contract_id: contract.id, address, ...by })
    await audit(tx, {
      actor: actorOf(actor),
      action: verb === 'changed' ? 'shipping_address.change' : 'shipping_address.state',
      object: `contract:${contract.id}`,
    })
    const where = `where the medium for ${contract.title} is to be shipped to`
    const notice = {
      type: 'contract' as const,
      title: `Shipping address ${verb}`,
      path: `/contract-details/${contract.id}`,
      mail: true,
    }
    const hint = verb === 'changed' ? ' What you read before no longer holds.' : ''
    await notify(ctx, {
      ...notice,
      organizationId: contract.vendor,
      message: `The client has ${verb} ${where}.${hint}`,
    })
    await notify(ctx, {
      ...notice,
      organizationId: contract.client,
      audience: 'administrators',
      message: `A person of your organization has ${verb} ${where}. If that is not right, correct it on the contract before the vendor ships.`,
    })
    await tell(ctx, contract)
  })
}

export async function listShipments(ctx: Ctx, { contractId, cursor, limit }: Page & ByContract) {
  const contract = await getContractForParty(ctx, contractId)
  const after = decodeIdCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    queries.listShipments(ctx.tx, contract.id, { after, limit }),
  )
  const items = rows.slice(0, limit).map(toShipment)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Lists the files of the newest delivery, which belong on the medium, for the vendor. */
export async function listFiles(ctx: Ctx, { contractId, ...page }: Page & ByContract) {
  const files = await findFiles(ctx, contractId)
  return pageOfShort(
    files,
    page,
    ({ id }) => id,
    ({ id, name, bytes, sha256 }) => ({ id, name, bytes: Number(bytes), sha256 }),
  )
}

/** Returns a link to a file for the medium. The download log, which the client reads, has it once it is followed. */
export async function linkFile(
  ctx: Ctx,
  { contractId, fileId }: ByContract & { fileId: string },
): Promise<{ url: string; expiresAt: Date }> {
  const file = (await findFiles(ctx, contractId)).find(({ id }) => id === fileId)
  if (!file) throw new AppError('not_found')
  return await signLink(ctx, { kind: 'file', id: file.id })
}

/** States that the newest delivery was shipped to the client's address. */
export async function stateSent(
  ctx: Ctx,
  { contractId, ...form }: ByContract & ShipmentForm,
): Promise<Shipment> {
  const { tx, now, actor } = ctx
  const contract = await getOwn(ctx, contractId, 'vendor')
  return await withSystemRole(tx, async () => {
    await requireMedium(ctx, contract)
    const delivery = await findReadyDelivery(tx, { contractId: contract.id })
    if (!delivery || delivery.superseded_at || !contractCan.download(contract.status))
      throw new AppError('not_awaiting_review')
    const found = await queries.findAddress(tx, contract.id)
    if (!found) throw new AppError('address_missing')
    checkDay(ctx, 'sentOn', form.sentOn, dayOf(delivery.finished_at ?? now))
    const id = await queries.insertShipment(tx, {
      ...{ contract_id: contract.id, delivery_id: delivery.id, address: found.address },
      ...{ medium: form.medium, encryption: form.encryption, carrier: form.carrier },
      ...{ tracking: form.tracking, sent_on: form.sentOn, stated_at: now, stated_by: actor.userId },
    })
    recordStep(ctx, contract, 'shipment.sent', {
      ...{ shipment: id, delivery: delivery.id, carrier: form.carrier, sentOn: form.sentOn },
    })
    await notify(ctx, {
      organizationId: contract.client,
      type: 'contract',
      title: 'Medium shipped',
      message: `The vendor states that the medium for ${contract.title} was given to ${form.carrier} on ${form.sentOn}${form.tracking ? `, under ${form.tracking}` : ''}. State on the contract what arrives.`,
      path: `/contract-details/${contract.id}`,
      mail: true,
    })
    await tell(ctx, contract)
    return await get(ctx, id)
  })
}

type Arrival = { shipmentId: string; as: keyof typeof arrivalLabels; arrivedOn?: string | null }

/** States what became of a shipment, once. */
export async function stateArrival(
  ctx: Ctx,
  { shipmentId, as, arrivedOn = null }: Arrival,
): Promise<Shipment> {
  const { tx, now, actor } = ctx
  const shipment = await withSystemRole(tx, () => queries.findShipment(tx, shipmentId))
  if (!shipment) throw new AppError('not_found')
  const contract = await getOwn(ctx, shipment.contract_id, 'client')
  if ((arrivedOn === null) !== (as === 'lost'))
    throw new AppError('bad_input', {
      field: 'arrivedOn',
      message: as === 'lost' ? 'What did not arrive has no day of arrival' : 'Enter a day',
    })
  if (arrivedOn) checkDay(ctx, 'arrivedOn', arrivedOn, shipment.sent_day)
  return await withSystemRole(tx, async () => {
    const stated = { arrival_stated_at: now, arrival_stated_by: actor.userId }
    const change = { arrived_as: as, arrived_on: arrivedOn, ...stated }
    if (!(await queries.setArrival(tx, shipment.id, change))) throw new AppError('arrival_stated')
    recordStep(ctx, contract, 'shipment.arrived', { shipment: shipment.id, as, arrivedOn })
    await notify(ctx, {
      organizationId: contract.vendor,
      type: 'contract',
      title: `Medium: ${arrivalLabels[as].toLowerCase()}`,
      message: `The client states of the medium for ${contract.title}: ${arrivalLabels[as].toLowerCase()}${arrivedOn ? ` on ${arrivedOn}` : ''}.`,
      path: `/contract-details/${contract.id}`,
      mail: true,
    })
    await tell(ctx, contract)
    return await get(ctx, shipment.id)
  })
}

async function findFiles(ctx: Ctx, contractId: string) {
  const { tx } = ctx
  const contract = await getOwn(ctx, contractId, 'vendor')
  return await withSystemRole(tx, async () => {
    await requireMedium(ctx, contract)
    const delivery = await findReadyDelivery(tx, { contractId: contract.id })
    if (!delivery || delivery.superseded_at || !contractCan.download(contract.status)) return []
    return (await findStoredArchive(tx, delivery.id))?.files ?? []
  })
}

async function getOwn(
  ctx: Ctx,
  contractId: string,
  side: 'client' | 'vendor',
): Promise<ContractRow> {
  const own = requireMemberOrganization(ctx, side)
  const contract = await getContractForParty(ctx, contractId)
  if (contract[side] !== own) throw new AppError('not_found')
  return contract
}

async function requireMedium({ tx }: Ctx, { id }: ContractRow): Promise<void> {
  if ((await queries.getMethod(tx, id)) !== 'physical') throw new AppError('not_by_medium')
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const DAY_MS = 24 * 3_600_000

/** Days are of the place where people are: those of tomorrow and yesterday by UTC may be today's there. */
function checkDay({ now }: Ctx, field: string, day: string, earliest: string): void {
  const before = dayOf(new Date(Date.parse(earliest) - DAY_MS))
  const tomorrow = dayOf(new Date(now.getTime() + DAY_MS))
  if (day < before) throw new AppError('bad_input', { field, message: 'This day is too early' })
  if (day > tomorrow) throw new AppError('bad_input', { field, message: 'This day is yet to come' })
}

function recordStep(
  { tx }: Ctx,
  { id: deal, client, vendor }: ContractRow,
  type: 'shipment.sent' | 'shipment.arrived',
  body: Record<string, string | null>,
): void {
  record(tx, { type, audience: 'both', deal, client, vendor, body })
}

async function tell({ tx }: Ctx, { id, client, vendor }: ContractRow): Promise<void> {
  for (const organization of [client, vendor])
    await publish(tx, { organization }, { topic: 'contract.changed', id })
}

async function get({ tx }: Ctx, id: string): Promise<Shipment> {
  const row = await queries.findShipment(tx, id)
  if (!row) throw new AppError('not_found')
  return toShipment(row)
}

const toShipment = (row: queries.ShipmentRow): Shipment => ({
  id: row.id,
  deliveryId: row.delivery_id,
  medium: row.medium,
  encryption: row.encryption,
  carrier: row.carrier,
  tracking: row.tracking,
  address: row.address,
  sentOn: row.sent_day,
  statedAt: row.stated_at,
  arrivedAs: row.arrived_as as Shipment['arrivedAs'],
  arrivedOn: row.arrived_day,
  arrivalStatedAt: row.arrival_stated_at,
})
