import { setTimeout as delay } from 'node:timers/promises'
import type { Hono } from 'hono'
import { z } from 'zod'
import { enforceLimit } from '../rate-limits.ts'
import type { Auth } from '../service.ts'
import { requestConfirmation, requestRecovery } from '../user.ts'
import {
  callerOf,
  codeChallengeOf,
  emailField,
  linkRequestOf,
  pkceFields,
  readBody,
} from './transport.ts'

/** Long enough that an answer's time does not tell whether a mail was written. */
const ANSWER_MS = 150

const recoverBody = z.object({ email: emailField, ...pkceFields })
const resendBody = z.object({ type: z.literal('signup'), email: emailField, ...pkceFields })

export function mailRoutes(app: Hono, { ctx }: Auth): void {
  app.post('/recover', async (c) => {
    const body = await readBody(c, recoverBody)
    await enforceLimit(ctx, 'mailRequest', callerOf(c).ip)
    const request = linkRequestOf(c, codeChallengeOf(body))
    await Promise.all([requestRecovery(ctx, body.email, request), delay(ANSWER_MS)])
    return c.json({})
  })

  app.post('/resend', async (c) => {
    const body = await readBody(c, resendBody)
    await enforceLimit(ctx, 'mailRequest', callerOf(c).ip)
    const request = linkRequestOf(c, codeChallengeOf(body))
    await Promise.all([requestConfirmation(ctx, body.email, request), delay(ANSWER_MS)])
    return c.json({})
  })
}
