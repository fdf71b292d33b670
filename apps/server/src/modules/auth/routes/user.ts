import type { Hono } from 'hono'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { enforceLimit } from '../rate-limits.ts'
import type { Auth } from '../service.ts'
import { signOut, signOutScopes } from '../sessions.ts'
import { readUser, updateUser } from '../user.ts'
import { callerOf, emailField, readBody, requireSession } from './transport.ts'

const change = z.object({
  email: emailField.nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
})

const scopeParameter = z.enum(signOutScopes).default('global')

export function userRoutes(app: Hono, auth: Auth): void {
  app.get('/user', async (c) => c.json(await readUser(auth.ctx, await requireSession(c, auth))))

  app.put('/user', async (c) => {
    const session = await requireSession(c, auth)
    await enforceLimit(auth.ctx, 'updateUser', callerOf(c).ip)
    const input = await readBody(c, change)
    if (input.app_metadata) throw new AuthError('not_admin')
    if (input.email && input.email !== session.email) {
      throw new AuthError('validation_failed', { message: 'The e-mail address cannot be changed' })
    }
    const { password, data } = input
    return c.json(
      await updateUser(auth.ctx, session, { password: password ?? undefined, data: data ?? {} }),
    )
  })

  app.post('/logout', async (c) => {
    const session = await requireSession(c, auth)
    const scope = scopeParameter.safeParse(c.req.query('scope'))
    if (!scope.success) {
      throw new AuthError('validation_failed', { message: 'Unsupported logout scope' })
    }
    await signOut(auth.ctx, session, scope.data)
    return c.body(null, 204)
  })
}
