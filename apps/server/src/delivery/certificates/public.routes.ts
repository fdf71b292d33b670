/** Serves the published keys and the bare certificates to third-party programs, from any origin. */
import { certificateKeysPath } from '@semblance/contract'
import { Hono } from 'hono'
import { z } from 'zod'
import { withCallerTransaction } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { publishedKeys } from './keys.ts'
import { getCertificate } from './service.ts'

/** A new key signs at once: who meets an unknown one asks again after this time. */
const KEYS_MAX_AGE_SECONDS = 300

export function publicCertificateRoutes(platform: Platform): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(certificateKeysPath, async (c) => {
      c.header('access-control-allow-origin', '*')
      c.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
      return c.json(await publishedKeys(platform.db))
    })
    .get('/api/certificates/:file{[^/]+\\.jws}', async (c) => {
      const name = c.req.param('file')
      const { jws } = await read(platform, name.replace(/\.jws$/, ''))
      c.header('access-control-allow-origin', '*')
      c.header('content-disposition', `attachment; filename="${name}"`)
      c.header('cache-control', 'private, no-store')
      return c.body(jws, 200, { 'content-type': 'application/jose' })
    })
}

async function read(platform: Platform, id: string) {
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  return await withCallerTransaction(platform, null, (ctx) => getCertificate(ctx, id))
}
