/** Serves the dossier of a deal to either party, and that of a twin for a listing to its vendor, as one archive. */
import { setTimeout } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type CallerAuth, credentialOf, openCaller } from '../../core/api/service.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { attachment } from '../../platform/storage/file-names.ts'
import { type Gathered, gatherDossier, packDossier } from './service.ts'
import { gatherTwinDossier } from './twin-dossier.ts'

/** `since`: the size of a checkpoint from which the dossier is to prove the newest one. */
const query = z.object({
  since: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().default(null),
})

/** Limits the wait for leaves on their way into the tree, which servers that run jobs take there within a second. */
const PATIENCE_MS = 3000
const STEP_MS = 250

type Gather = (ctx: Ctx, id: string, since: number | null) => Promise<Gathered | null>

export const dossierRoutes = (platform: Platform, auth: CallerAuth) => {
  const answerWith = (gatherOf: Gather) => async (c: Context<HttpEnv, '/:id'>) => {
    const id = c.req.param('id')
    const asked = query.safeParse(c.req.query())
    if (!asked.success) throw new AppError('bad_input', { field: 'since' })
    // No key may: a dossier holds more than any one scope.
    const caller = openCaller(platform, auth, credentialOf(c, auth))
    const gather = () => caller.read((ctx) => gatherOf(ctx, id, asked.data.since))
    let gathered = await gather()
    for (
      let waited = 0;
      (!gathered || gathered.isWaiting) && waited < PATIENCE_MS;
      waited += STEP_MS
    ) {
      await setTimeout(STEP_MS)
      gathered = await gather()
    }
    if (!gathered) throw new Error('There is no transparency log.')
    const archive = Uint8Array.from(await packDossier(gathered))
    return c.body(archive, 200, {
      'content-type': 'application/zip',
      'content-disposition': attachment(`${id}-dossier.zip`),
      'cache-control': 'private, no-store',
    })
  }
  return new Hono<HttpEnv>()
    .get('/contracts/:id/dossier.zip', answerWith(gatherDossier))
    .get('/twins/:id/dossier.zip', answerWith(gatherOwnTwin))
}

/** An ID that is none names no twin. */
const gatherOwnTwin: Gather = async (ctx, id, since) => {
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  return await gatherTwinDossier(ctx, id, since)
}
