/** Samples outside the typed API: put up as a request's body. */
import { Hono } from 'hono'
import { readBearer } from '../../core/api/service.ts'
import type { Auth } from '../../core/auth/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { receiveSample } from './samples.ts'

export function sampleFileRoutes(platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> {
  const blobs = openBlobs(platform.config)
  return new Hono<HttpEnv>().post('/offers/:offerId/sample', async (c) => {
    const session = await readBearer(auth, c.req.header('authorization'))
    if (!session) throw new AppError('sign_in_required')
    const sample = await receiveSample({ platform, blobs }, session, {
      offerId: c.req.param('offerId'),
      fileName: c.req.query('fileName') ?? '',
      bytes: Number(c.req.header('content-length') ?? 0),
      body: c.req.raw.body,
    })
    return c.json(sample, 201)
  })
}
