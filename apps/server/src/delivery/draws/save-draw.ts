/** Ends a draw: its files are sealed under the key of the delivery's own, and certified, in one transaction. */
import { createHash } from 'node:crypto'
import {
  type DataFormat,
  type DrawStatement,
  drawnModel,
  drawProblems,
  drawStatement,
  drawStatements,
  drawType,
  MAX_SHEET_ROWS,
  type MoreRows,
  type OtherFormat,
} from '@semblance/contract'
import type { SampledTable } from '@semblance/synth'
import engine from '@semblance/synth/package.json' with { type: 'json' }
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { lockContract } from '../../market/contracts/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import { splitExtension } from '../../platform/storage/file-names.ts'
import { record } from '../../platform/transparency/record.ts'
import { sign, type WrittenFile } from '../certificates/service.ts'
import {
  discardFiles,
  encryptFiles,
  filesKey,
  findAgreed,
  findModelFacts,
  insertFiles,
  writeConversions,
} from '../deliveries/service.ts'
import { type DrawRow, endDraw } from './queries.ts'
import { type Drawable, findDrawable, findLapse } from './rights.ts'

type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }
type Drawn = { dir: string; tables: SampledTable[] }
type SealedFile = Awaited<ReturnType<typeof encryptFiles>>[number]
type Made = { tables: DrawStatement['tables']; sealed: SealedFile[] }

/** Stores what was drawn, unless another run was first. Returns why not, if the contract permits it no more; else null. */
export async function saveDraw(work: Work, row: DrawRow, drawn: Drawn): Promise<string | null> {
  const { platform, blobs, signal } = work
  const ask = <T>(run: (tx: Tx) => Promise<T>) =>
    untilAnswered(() => platform.db.transaction(system, run), signal)
  const { formats } = await ask((tx) => findAgreed(tx, row.contract_id))
  const named = await ask((tx) => nameTables(tx, row, drawn.tables))
  const others = await convert(work, drawn.dir, { named, formats })
  const key = await ask((tx) => filesKey(tx, platform.secrets, row.delivery_id))
  const sealed = await encryptFiles(blobs, key, [...named, ...others])
  const tables = named.map(({ name, rows }) => ({ file: name, records: rows }))
  const end = await ask((tx) => endWith(platform, tx, row, { tables, sealed }))
  if (end !== 'kept') await discardFiles(blobs, sealed)
  return end === 'lapsed' ? drawProblems.ended : null
}

type NamedTable = WrittenFile & { rows: number }

/** Names the tables after those of the delivery, with the place of the draw among all of its contract. */
async function nameTables(
  tx: Tx,
  { contract_id, number }: DrawRow,
  tables: SampledTable[],
): Promise<NamedTable[]> {
  const delivered = (await findDrawable(tx, contract_id))?.certificate.stated.tables ?? []
  const [sole] = delivered.length === 1 ? delivered : []
  return tables.map(({ name, path, rows }) => {
    const stem = sole ? splitExtension(sole.file).stem.replace(/_synthetic$/, '') : name
    return { name: `${stem}_more_${number}.csv`, path, rows }
  })
}

/** Writes the agreed formats next to CSV; no workbook of a table that is too long for one. */
async function convert(
  work: Work,
  dir: string,
  { named, formats }: { named: NamedTable[]; formats: DataFormat[] },
): Promise<WrittenFile[]> {
  const agreed: OtherFormat[] = formats.filter((format) => format !== 'csv')
  const written: WrittenFile[] = []
  for (const table of named) {
    const possible = agreed.filter((format) => format !== 'xlsx' || table.rows <= MAX_SHEET_ROWS)
    written.push(...(await writeConversions(work, dir, [table], possible)))
  }
  return written
}

/** `other`: the draw has ended already, by another run; `lapsed`: the contract permits it no more. */
type End = 'kept' | 'other' | 'lapsed'

async function endWith(platform: Platform, tx: Tx, row: DrawRow, made: Made): Promise<End> {
  const now = new Date()
  const contract = await lockContract(tx, row.contract_id)
  const { moreRows: term } = await findAgreed(tx, contract.id)
  const drawable = await findDrawable(tx, contract.id)
  const model = await findModelFacts(tx, row.delivery_id)
  if (await findLapse(tx, contract, { term, drawable, now })) return 'lapsed'
  if (!term || !drawable || !model || drawable.delivery.id !== row.delivery_id) return 'lapsed'
  const stated = stateDraw(platform, row, { ...made, drawable, term, model, now })
  const jws = await sign(tx, platform.secrets, drawType, stated)
  // Its own end, if the answer to an earlier try was lost: then its files are in use.
  if (!(await endDraw(tx, row.id, { status: 'ready', jws, finished_at: now })))
    return (await isOwnEnd(tx, row, made)) ? 'kept' : 'other'
  if (!(await insertFiles(tx, { id: row.delivery_id, drawId: row.id }, made.sealed)))
    throw new Error(`A file of draw ${row.id} has the name of another.`)
  const { client, vendor } = row
  record(tx, {
    ...{ type: 'delivery.drawn', audience: 'both', deal: contract.id, client, vendor },
    body: {
      draw: row.id,
      delivery: row.delivery_id,
      jwsSha256: createHash('sha256').update(jws).digest('hex'),
      files: stated.files,
    },
  })
  await tellParties({ tx, platform }, row, {
    dprId: contract.dpr_id,
    title: contract.title,
    stated,
  })
  return 'kept'
}

async function isOwnEnd(tx: Tx, { id }: DrawRow, { sealed }: Made): Promise<boolean> {
  const found = await tx
    .selectFrom('delivery_files')
    .select('id')
    .where('draw_id', '=', id)
    .where('storage_key', '=', sealed[0]?.storage_key ?? '')
    .executeTakeFirst()
  return found !== undefined
}

type Stating = Made & {
  drawable: Drawable
  term: MoreRows
  model: DrawStatement['model']
  now: Date
}

/** Returns the payload: what readers are promised, and nothing beyond it. */
function stateDraw(
  platform: Platform,
  row: DrawRow,
  { tables, sealed, drawable: { certificate }, term, model: kept, now }: Stating,
): DrawStatement {
  const model = drawnModel(kept, certificate.stated)
  const { sample, contract, client, vendor, license } = certificate.stated
  if (!contract || !client) throw new Error('A draw of no contract.')
  return drawStatement.parse({
    iss: platform.config.publicUrl,
    jti: row.id,
    iat: Math.floor(now.getTime() / 1000),
    ...{ sample, contract, client, vendor, license, term, model, tables },
    certificate: certificate.id,
    number: row.number,
    privacySpent: { epsilon: 0, delta: 0 },
    rows: row.rows,
    conditions: row.conditions,
    seed: Number(row.seed),
    files: sealed.map(({ name, bytes, sha256 }) => ({ name, bytes: Number(bytes), sha256 })),
    engine: { name: engine.name, version: engine.version },
    statements: drawStatements({ conditions: row.conditions, model }),
  } satisfies DrawStatement)
}

type Ctx = { tx: Tx; platform: Platform }

async function tellParties(
  ctx: Ctx,
  row: DrawRow,
  { dprId, title, stated }: { dprId: string; title: string; stated: DrawStatement },
): Promise<void> {
  const records = stated.tables.map(({ records }) => records.toLocaleString('en-US')).join(', ')
  const conditioned =
    row.conditions.length > 0 ? ' They meet your conditions, and are no fair sample.' : ''
  await notify(ctx, {
    organizationId: row.client,
    type: 'contract',
    title: 'More rows drawn',
    message: `Draw ${row.number} from the data for ${title} has ${records} rows.${conditioned} No privacy budget was spent.`,
    path: `/download/${dprId}`,
    mail: true,
  })
  await notify(ctx, {
    organizationId: row.vendor,
    type: 'contract',
    title: 'More rows drawn',
    message: `The client has drawn more rows from the model of ${title}, as agreed. The original was not looked at, and no privacy budget was spent.`,
    path: '/vendor-active-contracts',
  })
  announceEvent(ctx.tx, [row.client, row.vendor], 'draw.ready', idsOf(row))
  await publishEnd(ctx.tx, row)
}

/** Ends a draw without rows, and notifies its client of the reason. Does nothing if it has ended. */
export async function refuseDraw(platform: Platform, row: DrawRow, reason: string): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const now = new Date()
    const { dpr_id, title } = await lockContract(tx, row.contract_id)
    if (!(await endDraw(tx, row.id, { status: 'refused', reason, finished_at: now }))) return
    await notify(
      { tx, platform },
      {
        organizationId: row.client,
        type: 'contract',
        title: 'No rows drawn',
        message: `Draw ${row.number} from the data for ${title} has no rows, and does not count. ${reason}`,
        path: `/download/${dpr_id}`,
        mail: true,
      },
    )
    announceEvent(tx, [row.client], 'draw.refused', idsOf(row))
    await publishEnd(tx, row)
  })
}

const idsOf = ({ contract_id, delivery_id, id }: DrawRow) => ({
  contractId: contract_id,
  deliveryId: delivery_id,
  drawId: id,
})

async function publishEnd(tx: Tx, { client, vendor, contract_id }: DrawRow): Promise<void> {
  const parties = [{ organization: client }, { organization: vendor }]
  await publish(tx, parties, { topic: 'contract.changed', id: contract_id })
}
