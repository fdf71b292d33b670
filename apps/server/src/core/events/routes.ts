/** The event stream: written to the connection itself, because a typed procedure costs three times the memory. */
import { ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { type CallerAuth, readBearer, withCallerTransaction } from '../api/service.ts'
import type { Live } from './service.ts'

/** Marks the answer as already written for @hono/node-server. */
const WRITTEN = { 'x-hono-already-sent': 'true' }

export function eventRoutes(platform: Platform, auth: CallerAuth, live: Live): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get('/events', async (c) => {
    const out = c.env?.outgoing
    if (!(out instanceof ServerResponse)) throw new Error('A stream needs a connection.')
    const session = await readBearer(platform, auth, c, 'events:read')
    if (!session) throw new AppError('sign_in_required')
    const actor = await withCallerTransaction(platform, session, async (ctx) => ctx.actor)
    const { userId, sessionId, expiresAt } = session
    const listener = { userId, sessionId, expiresAt, organization: actor.organization?.id ?? null }
    const lastEventId = c.req.header('last-event-id')
    await live.open(listener, out, { lastEventId, requestId: c.var.requestId })
    return new Response(null, { headers: WRITTEN })
  })
}
