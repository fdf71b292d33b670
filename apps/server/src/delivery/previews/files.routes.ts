/** Samples outside the typed API: put up as a request's body. */
import { type SourceChoice, sourceChoice } from '@semblance/contract'
import { Hono } from 'hono'
import { type CallerAuth, readBearer } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { receiveSample } from './samples.ts'

export function sampleFileRoutes(platform: Platform, auth: CallerAuth): Hono<HttpEnv> {
  const blobs = openBlobs(platform.config)
  return new Hono<HttpEnv>().post('/offers/:offerId/sample', async (c) => {
    const session = await readBearer(platform, auth, c, 'deliver')
    if (!session) throw new AppError('sign_in_required')
    const sample = await receiveSample({ platform, blobs }, session, {
      offerId: c.req.param('offerId'),
      fileName: c.req.query('fileName') ?? '',
      bytes: Number(c.req.header('content-length') ?? 0),
      body: c.req.raw.body,
      source: readChoice(c.req.query('sourceId'), c.req.query('sourceName')),
    })
    return c.json(sample, 201)
  })
}

/** Throws bad_input for a name that is empty or too long. */
function readChoice(id: string | undefined, name: string | undefined): SourceChoice | undefined {
  if (id === undefined && name === undefined) return undefined
  const chosen = sourceChoice.safeParse(id === undefined ? { name } : { id })
  if (chosen.success) return chosen.data
  throw new AppError('bad_input', {
    field: 'source',
    message: 'Choose a source, or name a new one.',
  })
}
