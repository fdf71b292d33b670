/**
 * Draws the rows that a client wants, from the model of its delivery alone. A run may be repeated at any point: the
 * seed is stored, and only an open draw is ended.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DrawProblem, drawProblems } from '@semblance/contract'
import { system } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import { openModel } from '../deliveries/service.ts'
import { runLimits, sampleInProcess, withWorkDir } from '../engine/service.ts'
import { type DrawRow, findOpenDraw } from './queries.ts'
import { refuseDraw, saveDraw } from './save-draw.ts'
import { enqueueDraw } from './service.ts'

export type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }

/** Throws faults of the platform, for the queue to repeat the job. */
export async function makeDraw(work: Work, drawId: string): Promise<void> {
  const { platform, signal } = work
  const row = await platform.db.transaction(system, (tx) => findOpenDraw(tx, drawId))
  if (!row) return
  const reason = await withWorkDir(platform.config, (dir) => drawRows(work, row, dir)).catch(
    (error: unknown) => {
      if (signal.aborted || classifyFault(error).kind === 'dependency') throw error
      platform.log.error({ err: error, draw: row.id }, 'rows were not drawn')
      return drawProblems.failed
    },
  )
  if (reason) await untilAnswered(() => refuseDraw(platform, row, reason), signal)
}

/** Returns why there are no rows; null once they are stored, or another run is queued. */
async function drawRows(work: Work, row: DrawRow, dir: string): Promise<string | null> {
  const { platform, signal } = work
  const model = await openKeptModel(work, row, dir)
  if ('problem' in model) return drawProblems[model.problem]
  const outputDir = join(dir, 'rows')
  await mkdir(outputDir)
  const { rows, conditions: where } = row
  const drawn = await sampleInProcess(
    { modelPath: model.path, outputDir, tempDir: dir, rows, where, seed: Number(row.seed) },
    { signal, ...runLimits(platform.config) },
  )
  if (drawn.type === 'aborted') return await drawLater(platform, row)
  if (drawn.type === 'refused') throw new Error(`The engine refused a draw: ${drawn.reason}`)
  if (drawn.result.type === 'refused') return drawn.result.reason
  if (drawn.result.type === 'unreadable') {
    platform.log.error({ draw: row.id, reason: drawn.result.reason }, 'a model was not read')
    return drawProblems.unreadable
  }
  return await saveDraw(work, row, { dir, tables: drawn.result.tables })
}

/** Opens the delivery's model in the clear. A lost or altered one is logged. */
async function openKeptModel(
  work: Work,
  row: DrawRow,
  dir: string,
): Promise<{ path: string } | { problem: DrawProblem }> {
  const path = join(dir, 'model.semblance')
  try {
    return (await openModel(work, row.delivery_id, path)) ? { path } : { problem: 'no_model' }
  } catch (error) {
    if (classifyFault(error).kind === 'dependency') throw error
    work.platform.log.error({ err: error, draw: row.id }, 'the model of a delivery is lost')
    return { problem: 'no_model' }
  }
}

async function drawLater({ db }: Platform, { id }: DrawRow): Promise<null> {
  await db.transaction(system, (tx) => enqueueDraw(tx, id))
  return null
}
