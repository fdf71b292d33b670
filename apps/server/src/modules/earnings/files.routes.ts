/** What travels outside the typed API: the earnings report as PDF. */
import { earningsPeriod } from '@semblance/contract'
import { Hono } from 'hono'
import { answerPdf } from '../../pdf-answer.ts'
import type { Platform } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { HttpEnv } from '../../platform/http.ts'
import type { Auth } from '../auth/service.ts'
import { earningsPdf } from './report.ts'

export const earningFileRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>) =>
  new Hono<HttpEnv>().get('/earnings/report.pdf', (c) => {
    const period = earningsPeriod.safeParse(c.req.query())
    if (!period.success)
      throw new AppError('bad_input', { field: String(period.error.issues[0]!.path[0]) })
    return answerPdf(c, { platform, auth }, 'earnings.pdf', (ctx) => earningsPdf(ctx, period.data))
  })
