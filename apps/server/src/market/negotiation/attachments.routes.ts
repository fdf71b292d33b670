import type { Hono } from 'hono'
import type { CallerAuth } from '../../core/api/service.ts'
import { attachmentRoutes as routesOf } from '../../core/attachments/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { messageFiles } from './attachments.ts'

export const attachmentRoutes = (platform: Platform, auth: CallerAuth): Hono<HttpEnv> =>
  routesOf(platform, auth, {
    kind: messageFiles,
    places: '/conversations',
    access: 'negotiation:write',
  })
