import type { Hono } from 'hono'
import type { Platform } from '../../platform/context.ts'
import type { HttpEnv } from '../../platform/http.ts'
import { attachmentRoutes as routesOf } from '../attachments/service.ts'
import type { Auth } from '../auth/service.ts'
import { messageFiles } from './attachments.ts'

export const attachmentRoutes = (platform: Platform, auth: Pick<Auth, 'verify'>): Hono<HttpEnv> =>
  routesOf(platform, auth, { kind: messageFiles, places: '/conversations' })
