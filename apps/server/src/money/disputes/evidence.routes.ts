import type { Hono } from 'hono'
import type { CallerAuth } from '../../core/api/service.ts'
import { attachmentRoutes } from '../../core/attachments/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { evidence } from './evidence.ts'

export const evidenceRoutes = (platform: Platform, auth: CallerAuth): Hono<HttpEnv> =>
  attachmentRoutes(platform, auth, {
    kind: evidence,
    places: '/contracts',
    access: 'disputes:write',
  })
