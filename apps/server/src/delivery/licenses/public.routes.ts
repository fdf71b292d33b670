/** Serves licenses and the profile of ODRL that they use to programs, from any origin. */
import { odrlProfile, odrlProfilePath } from '@semblance/contract'
import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { z } from 'zod'
import { withCallerTransaction } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { getPolicy } from './service.ts'

const JSON_LD = 'application/ld+json'

/**
 * Answers /licenses/{id}.jsonld, and /licenses/{id} where the request prefers JSON-LD to a page, which is left to the
 * web application.
 */
export function publicLicenseRoutes(platform: Platform): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(odrlProfilePath, (c) => {
      c.header('cache-control', 'public, max-age=3600')
      return answer(c, JSON.stringify(odrlProfile(platform.config.publicUrl)))
    })
    .get('/licenses/:file{[^/]+\\.jsonld}', async (c) =>
      answer(c, await read(platform, c.req.param('file').replace(/\.jsonld$/, ''))),
    )
    .get('/licenses/:id{[0-9a-fA-F-]+}', async (c, next) => {
      c.header('vary', 'accept', { append: true })
      const wanted = accepts(c, {
        header: 'Accept',
        supports: ['text/html', JSON_LD, 'application/json'],
        default: 'text/html',
      })
      if (wanted === 'text/html') return await next()
      return answer(c, await read(platform, c.req.param('id')))
    })
}

function answer(c: Context<HttpEnv>, text: string) {
  c.header('access-control-allow-origin', '*')
  return c.body(text, 200, { 'content-type': JSON_LD })
}

async function read(platform: Platform, id: string) {
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  return await withCallerTransaction(platform, null, (ctx) => getPolicy(ctx, id))
}
