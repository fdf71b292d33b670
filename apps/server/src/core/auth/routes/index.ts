/** The Auth protocol under /auth/v1, one file per family of endpoints. */
import { Hono } from 'hono'
import { AuthError } from '../errors.ts'
import type { Auth } from '../service.ts'
import { adminRoutes } from './admin.ts'
import { authorizeRoutes } from './authorize.ts'
import { factorRoutes } from './factors.ts'
import { identityRoutes } from './identities.ts'
import { mailRoutes } from './mail.ts'
import { proofRoutes } from './proofs.ts'
import { aboutRoutes } from './settings.ts'
import { signUpRoutes } from './sign-up.ts'
import { ssoRoutes } from './sso.ts'
import { tokenRoutes } from './token.ts'
import { answerError, shared } from './transport.ts'
import { userRoutes } from './user.ts'
import { verifyRoutes } from './verify.ts'

export function authRoutes(auth: Auth): Hono {
  const app = new Hono()
  app.onError(answerError(auth.ctx.log))
  app.use(...shared)
  for (const addRoutes of [
    signUpRoutes,
    tokenRoutes,
    userRoutes,
    mailRoutes,
    verifyRoutes,
    authorizeRoutes,
    ssoRoutes,
    identityRoutes,
    factorRoutes,
    proofRoutes,
    adminRoutes,
    aboutRoutes,
  ]) {
    addRoutes(app, auth)
  }
  app.all('*', () => {
    throw new AuthError('not_found', { status: 404 })
  })
  return app
}
