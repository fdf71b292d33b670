/** Listings as their vendor writes, publishes and ends them. */
import {
  type AcceptedVersions,
  errors,
  type ListableDelivery,
  type ListingContent,
  type ListingPurchase,
  type ListingStatus,
  listingCan,
  type OwnListing,
  type OwnListingDetail,
} from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../core/api/service.ts'
import { acceptDocuments } from '../../people/legal/service.ts'
import {
  decodeCursor,
  decodeIdCursor,
  encodeCursor,
  type Page,
  pageOf,
} from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { accountOfTwin, readTwin, type Twin } from '../deliveries/service.ts'
import { checksOf } from './checks.ts'
import { endSale } from './ending.ts'
import {
  describeColumns,
  dictionaryOf,
  figuresOf,
  fromStored,
  lowestPriceOf,
  toStored,
} from './facts.ts'
import { insertPublished } from './publish.ts'
import {
  type CountedListing,
  findListable,
  findListing,
  findRevision,
  insertListing,
  type ListingRow,
  listListable,
  listListings,
  listPurchases,
  listRevisions,
  lockListing,
  updateListing,
} from './queries.ts'

export async function listOwnListings(ctx: Ctx, page: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(page.cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    listListings(ctx.tx, vendor, { after, limit: page.limit }),
  )
  return pageOf(rows, page.limit, ({ created_at, id }) => ({ at: created_at, id }), toOwn)
}

/** Lists accepted deliveries of the vendor whose twins it has not listed, newest first. */
export async function listListableDeliveries(ctx: Ctx, page: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeIdCursor(page.cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    listListable(ctx.tx, vendor, { after, limit: page.limit }),
  )
  const kept = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? kept.at(-1) : undefined
  return {
    items: kept.map(
      ({ id, contract_id, title, records, finished_at }): ListableDelivery => ({
        deliveryId: id,
        contractId: contract_id,
        title,
        records: Number(records),
        deliveredAt: finished_at ?? ctx.now,
      }),
    ),
    nextCursor: last?.id ?? null,
  }
}

export async function listOwnPurchases(ctx: Ctx, page: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(page.cursor)
  const rows = await listPurchases(ctx.tx, vendor, { after, limit: page.limit })
  const kept = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? kept.at(-1) : undefined
  return {
    items: kept.map(
      (row): ListingPurchase => ({
        dprId: row.id,
        contractId: row.contract_id,
        listingId: row.listing_id ?? '',
        revision: row.listing_revision ?? 0,
        title: row.title,
        clientName: row.client_name ?? 'Closed account',
        priceCents: row.price_cents,
        status: row.status,
        createdAt: row.created_at,
      }),
    ),
    nextCursor: last ? encodeCursor({ at: last.created_at, id: last.id }) : null,
  }
}

export async function getOwnListing(ctx: Ctx, listingId: string): Promise<OwnListingDetail> {
  const vendor = viewerOrganization(ctx, 'vendor')
  return await withSystemRole(ctx.tx, async () => {
    const row = await findListing(ctx.tx, listingId, vendor)
    if (!row) throw new AppError('not_found')
    return await toDetail(ctx, row)
  })
}

/** Drafts a listing of the twin of an accepted delivery. Throws delivery_not_listable, listing_exists. */
export async function draftListing(ctx: Ctx, deliveryId: string): Promise<OwnListingDetail> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const id = await withSystemRole(ctx.tx, async () => {
    const drafted = await insertDraft(ctx, { vendor, deliveryId, createdBy: ctx.actor.userId })
    if (drafted === 'not_listable') throw new AppError('delivery_not_listable')
    if (drafted === 'exists') throw new AppError('listing_exists')
    return drafted.id
  })
  await announce(ctx, vendor, id)
  return await getOwnListing(ctx, id)
}

/** Drafts the listing of a twin that was measured for one. Requires the system role. */
export async function draftMeasured(ctx: SystemCtx, deliveryId: string): Promise<void> {
  const twin = await readTwin(ctx.tx, deliveryId)
  if (!twin) throw new Error(`The twin ${deliveryId} is not there.`)
  const { vendor, created_by: createdBy } = twin.delivery
  const drafted = await insertDraft(ctx, { vendor, deliveryId, createdBy })
  if (typeof drafted === 'object') await announce(ctx, vendor, drafted.id)
}

/** Requires the system role. */
async function insertDraft(
  { tx, now }: SystemCtx,
  {
    vendor,
    deliveryId,
    createdBy,
  }: { vendor: string; deliveryId: string; createdBy: string | null },
): Promise<{ id: string } | 'not_listable' | 'exists'> {
  const found = await findListable(tx, vendor, deliveryId)
  const twin = found && (await readTwin(tx, found.id))
  if (!twin || !figuresOf(twin)) return 'not_listable'
  const row = await insertListing(tx, {
    ...{ vendor, delivery_id: found.id, created_by: createdBy, created_at: now, changed_at: now },
    content: {
      title: found.title,
      category: found.category as ListingContent['category'],
      description: '',
      dictionary: dictionaryOf(twin),
      options: [],
    },
  })
  return row ?? 'exists'
}

/** Saves what the vendor writes; what is published stays as it is. Descriptions of columns that the twin lacks are left out. */
export async function saveListing(
  ctx: Ctx,
  { listingId, ...content }: ListingContent & { listingId: string },
): Promise<OwnListingDetail> {
  return await change(ctx, { listingId, can: listingCan.save }, async (row, twin) => {
    const dictionary = describeColumns(twin, content.dictionary)
    await updateListing(ctx.tx, row.id, { content: toStored({ ...content, dictionary }) })
  })
}

/** Publishes what is saved as the next revision. Throws listing_incomplete with what is missing. */
export async function publishListing(
  ctx: Ctx,
  { listingId, accepted }: { listingId: string; accepted: AcceptedVersions },
): Promise<OwnListingDetail> {
  return await change(ctx, { listingId, can: listingCan.publish }, async (row, twin) => {
    const content = fromStored(row.content)
    const missing = (await checksOf(ctx, row.vendor, { content, twin })).filter(
      ({ isMet }) => !isMet,
    )
    const figures = figuresOf(twin)
    if (missing.length > 0 || !figures)
      throw new AppError('listing_incomplete', {
        message: `${errors.listing_incomplete.message} ${missing.map(({ id, detail }) => `${missingLabels[id]}: ${detail}.`).join(' ')}`,
      })
    await acceptDocuments(ctx, { act: 'listing', object: row.id, accepted })
    await endSale(ctx, row.id, 'The vendor has published the listing anew.')
    await insertPublished(ctx.tx, row, {
      ...{ content, twin, figures },
      publishedBy: ctx.actor.userId,
      at: ctx.now,
    })
    await updateListing(ctx.tx, row.id, { status: 'published', revision: row.revision + 1 })
  })
}

const missingLabels = {
  description: 'Description',
  dictionary: 'Descriptions of columns',
  options: 'License options',
  gate: 'Quality gate',
  payout: 'Payout account',
} as const

/** Takes a listing off the catalog; what is for sale again is the next revision that is published. */
export const pauseListing = (ctx: Ctx, listingId: string): Promise<OwnListingDetail> =>
  end(ctx, { listingId, can: listingCan.pause }, 'paused')

/** Ends a listing for good. Buyers keep what they bought. */
export const withdrawListing = (ctx: Ctx, listingId: string): Promise<OwnListingDetail> =>
  end(ctx, { listingId, can: listingCan.withdraw }, 'withdrawn')

type Step = { listingId: string; can: (status: ListingStatus) => boolean }

const end = (ctx: Ctx, step: Step, status: 'paused' | 'withdrawn') =>
  change(ctx, step, async (row) => {
    await endSale(ctx, row.id, 'The vendor has taken the listing off the catalog.')
    await updateListing(ctx.tx, row.id, { status })
  })

/** Changes an own listing under a lock, as the system. Throws not_found, listing_fixed. */
async function change(
  ctx: Ctx,
  { listingId, can }: Step,
  apply: (row: ListingRow, twin: Twin) => Promise<void>,
): Promise<OwnListingDetail> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  await withSystemRole(ctx.tx, async () => {
    const row = await lockListing(ctx.tx, listingId, 'change')
    if (row?.vendor !== vendor) throw new AppError('not_found')
    if (!can(row.status)) throw new AppError('listing_fixed')
    await apply(row, await twinOf(ctx.tx, row))
    await updateListing(ctx.tx, row.id, { changed_at: ctx.now })
  })
  await announce(ctx, vendor, listingId)
  return await getOwnListing(ctx, listingId)
}

async function twinOf(tx: Tx, { id, delivery_id }: ListingRow): Promise<Twin> {
  const twin = await readTwin(tx, delivery_id)
  if (!twin) throw new Error(`The twin of listing ${id} is not there.`)
  return twin
}

const announce = (ctx: SystemCtx, vendor: string, id: string) =>
  publish(ctx.tx, { organization: vendor }, { topic: 'listing.changed', id })

function toOwn(row: CountedListing): OwnListing {
  return {
    id: row.id,
    status: row.status,
    revision: row.revision,
    title: row.content.title,
    contractId: row.contract_id,
    records: Number(row.records),
    lowestPriceCents: lowestPriceOf(fromStored(row.content)),
    purchases: row.purchases,
    takenDownReason: row.taken_down_reason,
    createdAt: row.created_at,
  }
}

/** Requires the system role. */
async function toDetail(ctx: Ctx, row: CountedListing): Promise<OwnListingDetail> {
  const { tx } = ctx
  const twin = await twinOf(tx, row)
  const figures = figuresOf(twin)
  if (!figures) throw new Error(`The twin of listing ${row.id} has no formal guarantee.`)
  const content = fromStored(row.content)
  const published = await findRevision(tx, row.id, row.revision)
  const revisions = await listRevisions(tx, row.id)
  return {
    ...toOwn(row),
    ...{ content, figures },
    checks: await checksOf(ctx, row.vendor, { content, twin }),
    account: await accountOfTwin(tx, row.delivery_id),
    hasUnpublishedChanges:
      published !== undefined && JSON.stringify(published.content) !== JSON.stringify(row.content),
    revisions: revisions.map(({ revision, published_at }) => ({
      revision,
      publishedAt: published_at,
    })),
  }
}
