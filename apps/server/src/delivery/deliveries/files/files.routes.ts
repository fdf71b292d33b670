/** Serves transfers outside the typed API: uploads by tus, downloads by signed link. */
import { Hono } from 'hono'
import { type CallerAuth, readBearer } from '../../../core/api/service.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { HttpEnv } from '../../../platform/http/http.ts'
import { openBlobs } from '../../../platform/storage/blobs.ts'
import { download } from './downloads.ts'
import { tusEndpoint } from './tus.ts'

export function fileRoutes(platform: Platform, auth: CallerAuth): Hono<HttpEnv> {
  const blobs = openBlobs(platform.config)
  const tus = tusEndpoint(platform, blobs)
  return new Hono<HttpEnv>()
    .all('/uploads/:id?', async (c) => {
      if (c.req.raw.method === 'GET') throw new AppError('not_found') // the library would hand out the file
      c.header('tus-resumable', '1.0.0') // on refusals, too
      const session = await readBearer(platform, auth, c, 'deliver')
      if (!session) throw new AppError('sign_in_required')
      return await tus(c.req.raw, session)
    })
    .get('/downloads/:token', (c) => download(platform, blobs, c.req.raw, c.req.param('token')))
}
