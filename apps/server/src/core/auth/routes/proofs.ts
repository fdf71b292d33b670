import type { Hono } from 'hono'
import { z } from 'zod'
import { system } from '../../../platform/database/db.ts'
import type { Auth } from '../service.ts'
import { listProofMethods, proveSession } from '../sign-in/proofs.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { callerOf, readBody, requireSession } from './transport.ts'

const proof = z.union(
  [
    z.object({ password: z.string().min(1).max(1000) }),
    z.object({ code: z.string().trim().max(20) }),
  ],
  { error: 'A password or a code is required' },
)

/**
 * Adds to the protocol what sensitive acts ask for. A second factor is proved by its challenge, as at
 * a sign-in; the code comes from /reauthenticate.
 */
export function proofRoutes(app: Hono, auth: Auth): void {
  const { ctx } = auth
  app.get('/proof', async (c) => {
    const { userId, provedAt } = await requireSession(c, auth)
    const methods = await ctx.db.transaction(system, (tx) => listProofMethods(tx, userId))
    return c.json({ methods, proved_at: provedAt?.toISOString() ?? null })
  })

  app.post('/proof', async (c) => {
    const session = await requireSession(c, auth)
    const caller = callerOf(c, ctx)
    await enforceLimit(ctx, 'signIn', caller.ip)
    const given = await readBody(c, proof)
    return c.json(await proveSession(ctx, session, { proof: given, caller }))
  })
}
