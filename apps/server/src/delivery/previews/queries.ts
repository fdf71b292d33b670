import type {
  AgreedColumn,
  DataContract,
  PreviewFigures,
  PreviewSummary,
  PreviewTable,
  SourceOverlap,
} from '@semblance/contract'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type PreviewRow = Omit<
  Selectable<DB['offer_previews']>,
  'tables' | 'summary' | 'agreed' | 'recognized_source'
> & {
  recognized: string | null
  recognized_name: string | null
}
export type SampleRow = Selectable<DB['app.offer_samples']>

export async function insertDeliveryPreview(
  tx: Tx,
  deliveryId: string,
  tables: PreviewTable[],
): Promise<void> {
  await tx
    .insertInto('delivery_previews')
    .values({ delivery_id: deliveryId, tables: JSON.stringify(tables) })
    .execute()
}

/** Returns the preview of a contract's newest ready delivery. `tables` is null if it has none. */
export async function findDeliveryPreview(
  tx: Tx,
  contractId: string,
): Promise<{ tables: PreviewTable[] | null } | undefined> {
  return await tx
    .selectFrom('deliveries as d')
    .leftJoin('delivery_previews as p', 'p.delivery_id', 'd.id')
    .select('p.tables')
    .where('d.contract_id', '=', contractId)
    .where('d.status', '=', 'ready')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findReadyPreview(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offer_previews as p')
    .leftJoin('companies as v', 'v.id', 'p.vendor')
    .select(['p.tables', 'p.figures', 'p.finished_at', 'p.is_loaded', 'v.name as vendor_name'])
    .where('p.offer_id', '=', offerId)
    .where('p.state', '=', 'ready')
    .executeTakeFirst()
}

/** Returns the content of a preview's page; for previews of an earlier release, the tables instead. Requires the system role. */
export async function findShownPreview(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offers as o')
    .leftJoin('companies as v', 'v.id', 'o.vendor')
    .leftJoin('offer_previews as p', 'p.offer_id', 'o.id')
    .select(['p.sample_id', 'p.state', 'p.reason', 'p.held_since', 'p.is_loaded', 'p.created_at'])
    .select(['p.finished_at', 'p.figures', 'p.summary', 'p.agreed', 'v.name as vendor_name'])
    .select((eb) =>
      eb.case().when('p.summary', 'is', null).then(eb.ref('p.tables')).end().as('tables'),
    )
    .where('o.id', '=', offerId)
    .executeTakeFirstOrThrow()
}

/** Returns the data contract of an offer's request, or null. Requires the system role. */
export async function findDataContract(tx: Tx, offerId: string): Promise<DataContract | null> {
  const found = await tx
    .selectFrom('offers as o')
    .innerJoin('data_contracts as t', 't.dpr_id', 'o.dpr_id')
    .select('t.content')
    .where('o.id', '=', offerId)
    .executeTakeFirst()
  return found?.content ?? null
}

export async function findPreview(tx: Tx, offerId: string): Promise<PreviewRow | undefined> {
  return await tx
    .selectFrom('offer_previews as p')
    .leftJoin('sources as s', 's.id', 'p.recognized_source')
    .select(['p.offer_id', 'p.client', 'p.vendor', 'p.sample_id', 'p.file_name', 'p.file_bytes'])
    .select(['p.state', 'p.reason', 'p.figures', 'p.created_at', 'p.finished_at', 'p.is_loaded'])
    .select(['p.held_since', 'p.recognized_match'])
    .select(['s.id as recognized', 's.name as recognized_name'])
    .where('p.offer_id', '=', offerId)
    .executeTakeFirst()
}

type NewPreview = Pick<
  PreviewRow,
  'offer_id' | 'client' | 'vendor' | 'sample_id' | 'file_name' | 'file_bytes' | 'is_loaded'
>

export async function insertPreview(tx: Tx, row: NewPreview): Promise<void> {
  await tx.insertInto('offer_previews').values(row).execute()
}

export async function deletePreview(tx: Tx, offerId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('offer_previews')
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type PreviewEnding =
  | {
      state: 'ready'
      figures: PreviewFigures
      tables: PreviewTable[]
      /** Missing in endings of servers of the release before. */
      summary?: PreviewSummary[]
      agreed?: AgreedColumn[] | null
    }
  | { state: 'refused'; reason: string }

/** Stores the result of a preview. Returns undefined if the sample was replaced or withdrawn. */
export async function endPreview(
  tx: Tx,
  sampleId: string,
  ending: PreviewEnding,
): Promise<Pick<PreviewRow, 'offer_id' | 'client' | 'vendor'> | undefined> {
  const { state } = ending
  const outcome =
    state === 'ready'
      ? {
          figures: JSON.stringify(ending.figures),
          tables: JSON.stringify(ending.tables),
          summary: ending.summary ? JSON.stringify(ending.summary) : null,
          agreed: ending.agreed ? JSON.stringify(ending.agreed) : null,
        }
      : { reason: ending.reason }
  return await tx
    .updateTable('offer_previews')
    .set({ state, ...outcome, held_since: null, finished_at: sql`now()` })
    .where('sample_id', '=', sampleId)
    .where('state', '=', 'making')
    .returning(['offer_id', 'client', 'vendor'])
    .executeTakeFirst()
}

/**
 * Marks the previews that no job will make, because each has failed, as held. Returns those that were
 * not before. Requires the system role.
 */
export async function holdStoppedPreviews(
  tx: Tx,
  now: Date,
): Promise<Pick<PreviewRow, 'offer_id' | 'vendor' | 'file_name'>[]> {
  return await tx
    .updateTable('offer_previews as p')
    .set({ held_since: now })
    .where('p.state', '=', 'making')
    .where('p.held_since', 'is', null)
    .where(
      sql<boolean>`not exists (select from app.jobs j where j.state <> 'failed'
        and j.task = 'preview.make' and j.payload ->> 'sampleId' = p.sample_id::text)`,
    )
    // A preview that waits for the destruction of its sample is not stopped.
    .where(
      sql<boolean>`not exists (select from app.offer_samples s
        where s.id = p.sample_id and s.ending is not null)`,
    )
    .returning(['p.offer_id', 'p.vendor', 'p.file_name'])
    .execute()
}

/** Takes a preview out of its hold. Returns undefined if it is not held. Requires the system role. */
export async function endPreviewHold(tx: Tx, offerId: string): Promise<PreviewRow | undefined> {
  const row = await tx
    .updateTable('offer_previews')
    .set({ held_since: null })
    .where('offer_id', '=', offerId)
    .where('state', '=', 'making')
    .where('held_since', 'is not', null)
    .returning('offer_id')
    .executeTakeFirst()
  return row && (await findPreview(tx, offerId))
}

/** Records in which source data of a sample was accounted for before, if in any. Requires the system role. */
export async function setRecognized(
  tx: Tx,
  sampleId: string,
  found: SourceOverlap | undefined,
): Promise<void> {
  await tx
    .updateTable('offer_previews')
    .set({ recognized_source: found?.id ?? null, recognized_match: found?.match ?? null })
    .where('sample_id', '=', sampleId)
    .execute()
}

export async function insertSample(tx: Tx, row: Omit<SampleRow, 'ending'>): Promise<void> {
  await tx.insertInto('app.offer_samples').values(row).execute()
}

/** Returns the IDs of blobs that are samples. Call as the system. */
export async function listStoredSamples(tx: Tx, blobIds: string[]): Promise<string[]> {
  const ids = blobIds.filter((id) => z.uuid().safeParse(id).success)
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('app.offer_samples')
    .select('id')
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists all samples that have not ended. Call as the system. */
export async function listSampleIds(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.offer_samples')
    .select('id')
    .where('ending', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns a sample with its file's name and the privacy level that its offer has now, or undefined if
 * it has ended. Requires the system role.
 */
export async function findSample(tx: Tx, id: string) {
  return await tx
    .selectFrom('app.offer_samples as s')
    .innerJoin('offer_previews as p', 'p.sample_id', 's.id')
    .innerJoin('offers as o', 'o.id', 's.offer_id')
    .innerJoin('dprs as r', 'r.id', 'o.dpr_id')
    .selectAll('s')
    .select(['p.file_name', 'o.privacy_level', 'r.title'])
    .where('s.id', '=', id)
    .where('s.ending', 'is', null)
    .executeTakeFirst()
}
export type NamedSample = NonNullable<Awaited<ReturnType<typeof findSample>>>

/** Returns true while a sample may be read. */
export async function sampleExists(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('app.offer_samples')
    .select('id')
    .where('id', '=', id)
    .where('ending', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Ends a sample with what its preview states once the sample is destroyed; a wrapped key goes at once.
 * Returns it as it was, or undefined if it has ended.
 */
export async function setSampleEnding(
  tx: Tx,
  id: string,
  ending: PreviewEnding,
): Promise<SampleRow | undefined> {
  const sample = await tx
    .selectFrom('app.offer_samples')
    .selectAll()
    .where('id', '=', id)
    .where('ending', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!sample) return undefined
  await tx
    .updateTable('app.offer_samples')
    .set({ ending: JSON.stringify(ending), sealed_key: null })
    .where('id', '=', id)
    .execute()
  return sample
}

/** Deletes and returns the samples of an offer, or one by its ID, with their wrapped keys. */
export async function deleteSamples(
  tx: Tx,
  which: { offerId: string } | { id: string },
): Promise<SampleRow[]> {
  return await tx
    .deleteFrom('app.offer_samples')
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('offer_id', '=', which.offerId)))
    .returningAll()
    .execute()
}
