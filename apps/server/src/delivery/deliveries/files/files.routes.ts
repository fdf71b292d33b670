/** Serves transfers outside the typed API: uploads by tus, downloads by signed link. */
import { Hono } from 'hono'
import { type CallerAuth, readBearer } from '../../../core/api/service.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { HttpEnv } from '../../../platform/http/http.ts'
import { openBlobs } from '../../../platform/storage/blobs.ts'
import { download } from './downloads.ts'
import { tusEndpoint } from './tus.ts'

const TUS_VERSION = '1.0.0'

/** Lists the methods of an address for uploads. GET is none: the library would hand out the file. */
const collectionMethods = ['POST', 'OPTIONS']
const uploadMethods = ['HEAD', 'PATCH', 'DELETE', 'OPTIONS']

export function fileRoutes(platform: Platform, auth: CallerAuth): Hono<HttpEnv> {
  const blobs = openBlobs(platform.config)
  const tus = tusEndpoint(platform, blobs)
  return new Hono<HttpEnv>()
    .all('/uploads/:id?', async (c) => {
      c.header('tus-resumable', TUS_VERSION) // on refusals, too
      const request = withMethodOf(c.req.raw)
      const methods = c.req.param('id') === undefined ? collectionMethods : uploadMethods
      if (!methods.includes(request.method)) {
        c.header('allow', methods.join(', '))
        throw new AppError('method_not_allowed')
      }
      if (request.method === 'OPTIONS') return await tus(request, null)
      if (c.req.header('tus-resumable') !== TUS_VERSION) {
        c.header('tus-version', TUS_VERSION)
        throw new AppError('upload_version_differs')
      }
      const session = await readBearer(platform, auth, c, 'deliver')
      if (!session) throw new AppError('sign_in_required')
      return await tus(request, session)
    })
    .get('/downloads/:token', (c) => download(platform, blobs, c.req.raw, c.req.param('token')))
}

/** Returns the request under the method of X-HTTP-Method-Override, for clients that can only POST. */
function withMethodOf(request: Request): Request {
  const method = request.headers.get('x-http-method-override')?.toUpperCase()
  if (request.method !== 'POST' || !method || method === 'POST') return request
  const { url, headers, signal } = request
  // A body that PATCH alone has; DELETE and HEAD with one would be refused.
  const body = method === 'PATCH' ? { body: request.body, duplex: 'half' as const } : {}
  return new Request(url, { method, headers, signal, ...body })
}
