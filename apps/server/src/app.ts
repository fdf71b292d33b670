/** The server put together: its middleware, and what each module serves over HTTP beside the API's procedures. */
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { callProcedures, descriptionRoutes } from './api-handlers.ts'
import { jobsOf, scheduleOf } from './jobs.ts'
import { authRoutes } from './modules/auth/routes/index.ts'
import { type Auth, anonKey, authSettings, createAuth } from './modules/auth/service.ts'
import { stripeEventRoutes } from './modules/bank/stripe/webhook.routes.ts'
import { publicCertificateRoutes } from './modules/certificates/public.routes.ts'
import { contractFileRoutes } from './modules/contracts/files.routes.ts'
import { fileRoutes } from './modules/deliveries/files.routes.ts'
import { evidenceRoutes } from './modules/disputes/evidence.routes.ts'
import { earningFileRoutes } from './modules/earnings/files.routes.ts'
import { eventRoutes } from './modules/events/routes.ts'
import { openLive } from './modules/events/service.ts'
import { invoiceFileRoutes } from './modules/invoices/files.routes.ts'
import { mailboxRoutes } from './modules/mailbox/routes.ts'
import { attachmentRoutes } from './modules/negotiation/attachments.routes.ts'
import { offerFileRoutes } from './modules/offers/files.routes.ts'
import { onConfirmed, onSignUp } from './modules/organizations/service.ts'
import { sampleFileRoutes } from './modules/previews/files.routes.ts'
import { claimsOf, onEmailChanged } from './modules/profiles/service.ts'
import { restRoutes } from './modules/rest/routes.ts'
import { alertNewBrowser } from './modules/settings/service.ts'
import type { Platform } from './platform/context.ts'
import { AppError } from './platform/errors.ts'
import {
  errorAnswer,
  type HttpEnv,
  healthRoutes,
  limitBody,
  requestLog,
  securityHeaders,
} from './platform/http.ts'
import type { Jobs, Schedule } from './platform/jobs.ts'
import { webApp } from './platform/web-app.ts'

/** Largest JSON body; files travel by tus instead. */
const MAX_BODY_BYTES = 1024 ** 2

/** Where each captcha's script and frames come from. */
const captchaHosts = {
  none: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}

export type App = {
  /** When jobs run that nobody asks for. */
  schedule: Schedule
  fetch: (request: Request, env?: HttpEnv['Bindings']) => Response | Promise<Response>
  jobs: Jobs
  auth: Auth
  /** Ends the event streams, which would hold up a stop. */
  close: () => Promise<void>
}

export async function createApp(platform: Platform): Promise<App> {
  const { config, db, secrets, log } = platform
  const auth = await createAuth({
    db,
    secrets,
    publicUrl: config.publicUrl,
    mailConfirm: config.mailConfirm,
    log,
    settings: authSettings(config),
    onSignUp,
    onConfirmed: (tx, user) => onConfirmed({ tx, platform }, user),
    onEmailChanged,
    onNewBrowser: (tx, user, caller) => alertNewBrowser({ tx, platform }, user, caller),
  })
  const live = openLive(platform)
  const http = new Hono<HttpEnv>()
  http.use(
    requestLog(log),
    securityHeaders(config.publicUrl, captchaHosts[config.captcha?.provider ?? 'none']),
    compress(),
  )
  http.onError(errorAnswer)
  http.route('/', healthRoutes(db))
  http.get('/config.json', (c) =>
    c.json({
      supabaseUrl: config.publicUrl,
      supabaseKey: anonKey,
      sampleData: config.sampleData,
      captcha: config.captcha && {
        provider: config.captcha.provider,
        siteKey: config.captcha.siteKey,
      },
    }),
  )
  http.route('/auth/v1', authRoutes(auth))
  http.route('/rest/v1', restRoutes({ db, auth, claimsOf }))
  http.route('/api', descriptionRoutes(config.publicUrl))
  http.route('/', publicCertificateRoutes(platform))
  http.route('/api', fileRoutes(platform, auth))
  http.route('/api', eventRoutes(platform, auth, live))
  http.route('/api', attachmentRoutes(platform, auth))
  http.route('/api', evidenceRoutes(platform, auth))
  http.route('/api', offerFileRoutes(platform, auth))
  http.route('/api', sampleFileRoutes(platform, auth))
  http.route('/api', contractFileRoutes(platform, auth))
  http.route('/api', earningFileRoutes(platform, auth))
  http.route('/api', invoiceFileRoutes(platform, auth))
  if (config.stripe) http.route('/api', stripeEventRoutes(platform, config.stripe))
  http.use('/api/*', limitBody({ maxSize: MAX_BODY_BYTES }), callProcedures(platform, auth))
  http.all('/api/*', () => {
    throw new AppError('not_found')
  })
  if (config.sampleData) http.route('/dev/mailbox', mailboxRoutes(db))
  http.get('*', webApp(config.publicUrl))
  return {
    fetch: http.fetch,
    auth,
    close: live.close,
    schedule: scheduleOf(config),
    jobs: jobsOf(platform, auth),
  }
}
