/** What travels outside the typed API: uploads by tus, downloads by signed link. */
import { Hono } from 'hono'
import type { Platform } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { HttpEnv } from '../../platform/http.ts'
import { openStorage } from '../../platform/storage.ts'
import { AuthError, type Session } from '../auth/service.ts'
import { download } from './downloads.ts'
import { tusEndpoint } from './tus.ts'

type Auth = { verify: (bearer: string) => Promise<Session | null> }

export function fileRoutes(platform: Platform, auth: Auth): Hono<HttpEnv> {
  const storage = openStorage(platform.config.dataDir)
  const tus = tusEndpoint(platform, storage)
  return new Hono<HttpEnv>()
    .all('/uploads/:id?', async (c) => {
      if (c.req.raw.method === 'GET') throw new AppError('not_found') // the library would hand out the file
      c.header('tus-resumable', '1.0.0') // on refusals, too
      const bearer = c.req.header('authorization')?.replace(/^bearer\s+/i, '')
      const session = bearer ? await sessionOf(auth, bearer) : null
      return await tus(c.req.raw, session)
    })
    .get('/downloads/:token', (c) => download(platform, storage, c.req.raw, c.req.param('token')))
}

async function sessionOf(auth: Auth, bearer: string): Promise<Session | null> {
  try {
    return await auth.verify(bearer)
  } catch (error) {
    throw error instanceof AuthError ? new AppError('session_ended') : error
  }
}
