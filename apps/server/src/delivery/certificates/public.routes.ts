/** Serves the published keys and the bare certificates to third-party programs, from any origin. */
import { certificateKeysPath } from '@semblance/contract'
import { Hono } from 'hono'
import { z } from 'zod'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { publishedKeys } from './keys.ts'
import { getBareCertificate } from './service.ts'

/** A new key signs at once: who meets an unknown one asks again after this time. */
const KEYS_MAX_AGE_SECONDS = 300

export function publicCertificateRoutes(platform: Platform): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(certificateKeysPath, async (c) => {
      c.header('access-control-allow-origin', '*')
      c.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
      return c.json(await publishedKeys(platform.db))
    })
    .get('/api/certificates/:file{[^/]+\\.(?:jws|sd-jwt)}', async (c) => {
      const name = c.req.param('file')
      const [id = '', kind] = name.split('.')
      const { jws, sdJwt } = await read(platform, id)
      const text = kind === 'jws' ? jws : sdJwt
      if (text === null) throw new AppError('not_found')
      c.header('access-control-allow-origin', '*')
      c.header('content-disposition', `attachment; filename="${name}"`)
      c.header('cache-control', 'private, no-store')
      const type = kind === 'jws' ? 'application/jose' : 'application/sd-jwt'
      return c.body(text, 200, { 'content-type': type })
    })
}

async function read(platform: Platform, id: string) {
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  return await platform.db.transaction(system, (tx) => getBareCertificate({ tx }, id), 'read')
}
