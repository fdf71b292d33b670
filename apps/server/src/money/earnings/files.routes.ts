/** Serves what the typed API cannot: the earnings report as PDF. */
import { earningsPeriod } from '@semblance/contract'
import { Hono } from 'hono'
import { answerPdf, type CallerAuth } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { earningsPdf } from './report.ts'

export const earningFileRoutes = (platform: Platform, auth: CallerAuth) =>
  new Hono<HttpEnv>().get('/earnings/report.pdf', (c) => {
    const period = earningsPeriod.safeParse(c.req.query())
    if (!period.success)
      throw new AppError('bad_input', { field: String(period.error.issues[0]!.path[0]) })
    return answerPdf(c, { platform, auth }, 'earnings.pdf', 'earnings:read', (ctx) =>
      earningsPdf(ctx, period.data),
    )
  })
