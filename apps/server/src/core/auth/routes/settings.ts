import type { Hono } from 'hono'
import type { Auth } from '../service.ts'

export function aboutRoutes(app: Hono, { ctx }: Auth): void {
  app.get('/.well-known/jwks.json', async (c) => {
    c.header('Cache-Control', 'public, max-age=600')
    return c.json({ keys: (await ctx.keyRing.current()).jwks })
  })

  app.get('/settings', (c) => {
    const { anonymousSignIns, sms } = ctx.settings
    const providers = Object.fromEntries([...ctx.providers.keys()].map((name) => [name, true]))
    return c.json({
      external: { ...providers, email: true, phone: false, anonymous_users: anonymousSignIns },
      disable_signup: false,
      mailer_autoconfirm: !ctx.mailConfirm,
      phone_autoconfirm: false,
      sms_provider: sms?.name ?? '',
      saml_enabled: false,
      passkeys_enabled: false,
    })
  })

  app.get('/health', (c) =>
    c.json({ version: '1', name: 'Semblance Auth', description: 'Accounts and sessions' }),
  )
}
