import { z } from 'zod'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs, Schedule } from '../../platform/process/jobs.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { makeDraw } from './make-draw.ts'
import { listWithoutJob } from './queries.ts'
import { enqueueDraw } from './service.ts'

const payload = z.object({ drawId: z.uuid() })

export const drawSchedule: Schedule = [{ task: 'draw.resume', match: '37 * * * *' }]

export function drawJobs(platform: Platform): Jobs {
  const blobs = openBlobs(platform.config)
  return {
    'draw.make': async (given, { abortSignal }) => {
      const { drawId } = payload.parse(given)
      await makeDraw({ platform, blobs, signal: abortSignal }, drawId)
    },
    'draw.resume': () => resumeDraws(platform),
  }
}

/** Queues every open draw that has no job, as after one was cancelled. */
async function resumeDraws({ db, log }: Platform): Promise<void> {
  await db.transaction(system, async (tx) => {
    for (const { id } of await listWithoutJob(tx)) {
      log.warn({ draw: id }, 'a draw had no job and is queued again')
      await enqueueDraw(tx, id)
    }
  })
}
