/** What travels outside the typed API: the earnings report as PDF. */
import { earningsPeriod } from '@semblance/contract'
import { Hono } from 'hono'
import { asCaller, readBearer } from '../../api.ts'
import type { Platform } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { earningsPdf } from './report.ts'

export function earningFileRoutes(platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/earnings/report.pdf', async (c) => {
    const session = await readBearer(auth, c.req.header('authorization'))
    const period = earningsPeriod.safeParse(c.req.query())
    if (!period.success)
      throw new AppError('bad_input', { field: String(period.error.issues[0]!.path[0]) })
    const pdf = await asCaller(platform, session, (ctx) => earningsPdf(ctx, period.data))
    return c.body(pdf, 200, {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="earnings.pdf"',
      'cache-control': 'private, no-store',
    })
  })
}
