import type { Hono } from 'hono'
import { z } from 'zod'
import { requestReauthentication } from '../accounts/password-change.ts'
import { readUser, updateUser } from '../accounts/user.ts'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { signOut, signOutScopes } from '../sign-in/sessions.ts'
import {
  callerOf,
  codeChallengeOf,
  emailField,
  linkRequestOf,
  metadataField,
  phoneField,
  pkceFields,
  readBody,
  requireSession,
  requireToken,
} from './transport.ts'

const change = z.object({
  email: emailField.nullish(),
  phone: phoneField.nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: metadataField,
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})

const scopeParameter = z.enum(signOutScopes).default('global')

export function userRoutes(app: Hono, auth: Auth): void {
  const { ctx } = auth
  app.get('/user', async (c) => c.json(await readUser(ctx, await requireToken(c, auth))))

  app.put('/user', async (c) => {
    const session = await requireSession(c, auth)
    await enforceLimit(ctx, 'updateUser', callerOf(c, ctx).ip)
    const input = await readBody(c, change)
    if (input.app_metadata) {
      const message = 'Updating app_metadata requires admin privileges'
      throw new AuthError('not_admin', { message })
    }
    const given = {
      ...(input.email ? { email: input.email } : {}),
      ...(input.phone ? { phone: input.phone } : {}),
      ...(input.password ? { password: input.password } : {}),
      ...(input.current_password ? { currentPassword: input.current_password } : {}),
      ...(input.nonce ? { nonce: input.nonce } : {}),
      ...(input.data ? { data: input.data } : {}),
    }
    const request = linkRequestOf(c, codeChallengeOf(input))
    return c.json(await updateUser(ctx, session, given, request))
  })

  app.get('/reauthenticate', async (c) => {
    const session = await requireSession(c, auth)
    await requestReauthentication(ctx, session)
    return c.json({})
  })

  app.post('/logout', async (c) => {
    const session = await requireSession(c, auth)
    const scope = scopeParameter.safeParse(c.req.query('scope'))
    if (!scope.success) {
      throw new AuthError('validation_failed', { message: 'Unsupported logout scope' })
    }
    await signOut(ctx, session, scope.data)
    return c.body(null, 204)
  })
}
