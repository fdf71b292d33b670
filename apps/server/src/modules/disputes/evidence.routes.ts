import type { Hono } from 'hono'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import { attachmentRoutes } from '../attachments/service.ts'
import type { Auth } from '../auth/service.ts'
import { evidence } from './evidence.ts'

export const evidenceRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> =>
  attachmentRoutes(platform, auth, { kind: evidence, places: '/contracts' })
