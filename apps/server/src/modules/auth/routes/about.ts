import type { Hono } from 'hono'
import type { Auth } from '../service.ts'

export function aboutRoutes(app: Hono, { ctx }: Auth): void {
  app.get('/.well-known/jwks.json', async (c) => {
    c.header('Cache-Control', 'public, max-age=600')
    return c.json({ keys: (await ctx.keyRing.current()).jwks })
  })

  app.get('/settings', (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: !ctx.mailConfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
    }),
  )

  app.get('/health', (c) =>
    c.json({ version: '1', name: 'Semblance Auth', description: 'Accounts and sessions' }),
  )
}
