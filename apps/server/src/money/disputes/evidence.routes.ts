import type { Hono } from 'hono'
import { attachmentRoutes } from '../../core/attachments/service.ts'
import type { Auth } from '../../core/auth/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { evidence } from './evidence.ts'

export const evidenceRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> =>
  attachmentRoutes(platform, auth, { kind: evidence, places: '/contracts' })
