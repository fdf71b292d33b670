import type { Hono } from 'hono'
import { unlinkIdentity } from '../accounts/identities.ts'
import type { Auth } from '../service.ts'
import { requireSession, uuidParameter } from './transport.ts'

export function identityRoutes(app: Hono, auth: Auth): void {
  app.delete('/user/identities/:identity_id', async (c) => {
    const session = await requireSession(c, auth)
    await unlinkIdentity(auth.ctx, session, uuidParameter(c, 'identity_id'))
    return c.json({})
  })
}
