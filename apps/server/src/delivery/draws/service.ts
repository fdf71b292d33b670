/** Draws: rows beyond a delivery, from what was measured for it, where the contract grants them. They cost no privacy. */
import { randomInt } from 'node:crypto'
import { type Draw, type DrawCondition, errors } from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import {
  type ContractRow,
  getContractForParty,
  lockContract,
} from '../../market/contracts/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { listDrawnFiles } from '../deliveries/service.ts'
import { type DrawRow, insertDraw, listDrawRows, listSignedDraws } from './queries.ts'
import { columnsOf, findRights } from './rights.ts'

export { listSignedDraws }

/** Lists the draws of a contract to either party, newest first; their files to the client alone. */
export async function listDraws(ctx: Ctx, input: { contractId: string } & Page) {
  const contract = await getContractForParty(ctx, input.contractId)
  const after = decodeUuidCursor(input.cursor)
  const rows = await listDrawRows(ctx.tx, contract.id, { after, limit: input.limit })
  const drawn = await listDrawnFiles(
    ctx.tx,
    rows.map(({ id }) => id),
  )
  const files = Map.groupBy(drawn, ({ draw_id }) => draw_id)
  return pageOf(
    rows,
    input.limit,
    ({ created_at, id }) => ({ at: created_at, id }),
    (row) => toDraw(row, files.get(row.id)),
  )
}

/** Returns to either party what the client may still draw. */
export async function getDrawRights(ctx: Ctx, contractId: string) {
  const contract = await getContractForParty(ctx, contractId)
  const { term, drawsLeft, obstacle, drawable } = await withSystemRole(ctx.tx, () =>
    findRights(ctx.tx, contract, ctx.now),
  )
  return {
    ...{ term, drawsLeft },
    obstacle: obstacle && errors[obstacle].message,
    columns: drawable ? columnsOf(drawable) : [],
  }
}

/**
 * Queues a draw of the client's. Throws draws_not_granted, draws_not_open, draws_used_up, draw_underway, draw_license_ended,
 * draw_without_model, and bad_input for more rows than agreed and conditions that no table could meet.
 */
export async function startDraw(
  ctx: Ctx,
  input: { contractId: string; rows: number; conditions: DrawCondition[] },
): Promise<Draw> {
  const client = requireMemberOrganization(ctx, 'client')
  const contract = await getContractForParty(ctx, input.contractId)
  if (contract.client !== client) throw new AppError('not_permitted')
  return await withSystemRole(ctx.tx, async () => {
    const row = await insertAllowed(ctx, await lockContract(ctx.tx, contract.id), input)
    await enqueueDraw(ctx.tx, row.id)
    await publish(ctx.tx, { organization: client }, { topic: 'contract.changed', id: contract.id })
    return toDraw(row)
  })
}

async function insertAllowed(
  { tx, actor, now }: Ctx,
  contract: ContractRow,
  { rows, conditions }: { rows: number; conditions: DrawCondition[] },
): Promise<DrawRow> {
  const { term, drawn, obstacle, drawable } = await findRights(tx, contract, now)
  if (obstacle) throw new AppError(obstacle)
  if (!term || !drawable) throw new Error('A draw without an obstacle lacks term or delivery.')
  if (rows > term.rows)
    throw refuse('rows', `At most ${term.rows.toLocaleString('en-US')} rows were agreed`)
  const columns = columnsOf(drawable)
  if (conditions.length > 0 && columns.length === 0)
    throw refuse('conditions', 'Conditions can be set on a delivery of one table alone')
  for (const [place, { column }] of conditions.entries())
    if (!columns.includes(column))
      throw refuse(`conditions.${place}.column`, 'The delivered table has no such column')
  return await insertDraw(tx, {
    delivery_id: drawable.delivery.id,
    contract_id: contract.id,
    client: contract.client,
    vendor: contract.vendor,
    number: drawn + 1,
    asked_by: actor.userId,
    rows,
    conditions: JSON.stringify(conditions),
    seed: BigInt(randomInt(2 ** 32)),
    created_at: now,
  })
}

const refuse = (field: string, message: string) => new AppError('bad_input', { field, message })

/** Queues a draw that is open. */
export const enqueueDraw = (tx: Tx, drawId: string) =>
  enqueue(tx, 'draw.make', { drawId }, { jobKey: `draw:${drawId}` })

type File = Awaited<ReturnType<typeof listDrawnFiles>>[number]

const toDraw = (row: DrawRow, files: File[] = []): Draw => ({
  id: row.id,
  number: row.number,
  status: row.status,
  rows: row.rows,
  conditions: row.conditions,
  reason: row.reason,
  jws: row.jws,
  files: files.map(({ id, name, bytes, sha256 }) => ({ id, name, bytes: Number(bytes), sha256 })),
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})
