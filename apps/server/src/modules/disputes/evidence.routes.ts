/** Evidence outside the typed API: put up as a request's body, fetched by signed link. */
import { Hono } from 'hono'
import { readBearer } from '../../api.ts'
import type { Platform } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { HttpEnv } from '../../platform/http.ts'
import { openStorage } from '../../platform/storage.ts'
import type { Auth } from '../auth/service.ts'
import { receiveEvidence, sendEvidence } from './service.ts'

export function evidenceRoutes(platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> {
  const storage = openStorage(platform.config.dataDir)
  return new Hono<HttpEnv>()
    .post('/contracts/:contractId/evidence', async (c) => {
      const session = await readBearer(auth, c.req.header('authorization'))
      if (!session) throw new AppError('sign_in_required')
      const received = await receiveEvidence(platform, storage, session, {
        contractId: c.req.param('contractId'),
        fileName: c.req.query('fileName') ?? '',
        body: c.req.raw.body,
        bytes: Number(c.req.header('content-length') ?? 0),
      })
      return c.json(received, 201)
    })
    .get('/downloads/evidence/:token', (c) =>
      sendEvidence(platform, storage, c.req.raw, c.req.param('token')),
    )
}
