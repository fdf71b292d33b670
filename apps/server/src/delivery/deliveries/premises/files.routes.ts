/** Models and reports of vendors who measure themselves, sent as they are. */
import { Hono } from 'hono'
import { type CallerAuth, readBearer } from '../../../core/api/service.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { HttpEnv } from '../../../platform/http/http.ts'
import { openBlobs } from '../../../platform/storage/blobs.ts'
import { receiveModel, receiveReports } from './receive.ts'

export function measuredFileRoutes(platform: Platform, auth: CallerAuth): Hono<HttpEnv> {
  const place = { platform, blobs: openBlobs(platform.config) }
  return new Hono<HttpEnv>()
    .put('/measurements/:measurementId/model', async (c) => {
      const session = await readBearer(platform, auth, c, 'deliveries:measure')
      if (!session) throw new AppError('sign_in_required')
      const id = c.req.param('measurementId')
      return c.json(await receiveModel(place, session, { id, body: c.req.raw.body }))
    })
    .put('/measurements/:measurementId/reports', async (c) => {
      const session = await readBearer(platform, auth, c, 'deliveries:measure')
      if (!session) throw new AppError('sign_in_required')
      const id = c.req.param('measurementId')
      return c.json(await receiveReports(place, session, { id, body: c.req.raw.body }))
    })
}
