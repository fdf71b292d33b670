import type { Hono } from 'hono'
import { attachmentRoutes as routesOf } from '../../core/attachments/service.ts'
import type { Auth } from '../../core/auth/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { messageFiles } from './attachments.ts'

export const attachmentRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> =>
  routesOf(platform, auth, { kind: messageFiles, places: '/conversations' })
