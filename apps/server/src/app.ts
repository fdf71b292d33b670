/** Assembles the server: its middleware, and the HTTP routes of each module next to the API's procedures. */
import { Hono } from 'hono'
import { callProcedures, descriptionRoutes, procedureAddresses } from './api-handlers.ts'
import { limitRates } from './core/api/rate-limits.ts'
import { authRoutes } from './core/auth/routes/index.ts'
import { type Auth, anonKey, authSettings, createAuth } from './core/auth/service.ts'
import { documentFileRoutes } from './core/documents/files.routes.ts'
import { eventRoutes } from './core/events/routes.ts'
import { createEventService } from './core/events/service.ts'
import { mailboxRoutes } from './core/mails/dev-mailbox.routes.ts'
import { mailReportRoutes } from './core/mails/reports.routes.ts'
import { claimsOf, onEmailChanged } from './core/profiles/service.ts'
import { openRequestLog } from './core/request-log/service.ts'
import { restRoutes } from './core/rest/routes.ts'
import { publicLogRoutes } from './core/transparency/public.routes.ts'
import { publicCertificateRoutes } from './delivery/certificates/public.routes.ts'
import { fileRoutes } from './delivery/deliveries/files/files.routes.ts'
import { measuredFileRoutes } from './delivery/deliveries/premises/files.routes.ts'
import { publicLicenseRoutes } from './delivery/licenses/public.routes.ts'
import { sampleFileRoutes } from './delivery/previews/files.routes.ts'
import { shareRoutes } from './delivery/shares/shares.routes.ts'
import { jobsOf, scheduleOf } from './jobs.ts'
import { contractFileRoutes } from './market/contracts/files.routes.ts'
import { attachmentRoutes } from './market/negotiation/attachments.routes.ts'
import { offerFileRoutes } from './market/offers/files.routes.ts'
import { stripeEventRoutes } from './money/bank-gateway/stripe/webhook.routes.ts'
import { evidenceRoutes } from './money/disputes/evidence.routes.ts'
import { earningFileRoutes } from './money/earnings/files.routes.ts'
import { invoiceFileRoutes } from './money/invoices/files.routes.ts'
import { taxFormFileRoutes } from './money/tax-forms/files.routes.ts'
import { dossierRoutes } from './overview/dossiers/files.routes.ts'
import { applicantDocumentRoutes } from './people/applications/documents.routes.ts'
import { provesAddress } from './people/applications/service.ts'
import { applicationStatusRoutes } from './people/applications/status.routes.ts'
import { publishDocuments } from './people/legal/service.ts'
import { legalTextRoutes } from './people/legal/text.routes.ts'
import { onConfirmed, onSignUp } from './people/organizations/service.ts'
import { alertNewBrowser } from './people/settings/service.ts'
import { unsubscribeRoutes } from './people/settings/unsubscribe.routes.ts'
import { companiesOf, scimRoutes } from './people/single-sign-on/service.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/db.ts'
import { compressAnswers } from './platform/http/compress-answers.ts'
import type { Platform } from './platform/http/context.ts'
import {
  errorAnswer,
  type HttpEnv,
  healthRoutes,
  limitBody,
  requestLog,
  securityHeaders,
  type Unready,
} from './platform/http/http.ts'
import { type Load, shedLoad } from './platform/http/load-shedding.ts'
import { validateReads } from './platform/http/validate-reads.ts'
import { webApp } from './platform/http/web-app.ts'
import { keepApart, refuseUnknown } from './platform/http/wrong-methods.ts'
import type { Jobs, Schedule } from './platform/process/jobs.ts'

/** Largest JSON body; files travel by tus instead. */
const MAX_BODY_BYTES = 1024 ** 2

/** Lists the origins of each captcha's script and frames. */
const captchaHosts = {
  none: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}

type Fetch = (request: Request, env?: HttpEnv['Bindings']) => Response | Promise<Response>

export type App = {
  /** Lists the jobs that run by the clock. */
  schedule: Schedule
  fetch: Fetch
  /** Answers /healthz and /readyz alone, for a server that runs jobs only. */
  fetchHealth: Fetch
  jobs: Jobs
  auth: Auth
  /** Ends the event streams, which would hold up a stop, and writes the log of requests. */
  close: () => Promise<void>
  /** Writes what waits of the log of requests by keys. */
  writeRequestLog: () => Promise<void>
}

/** Replaces parts of the platform for requests; jobs keep the platform's own. */
type Serving = {
  /** A database with the limits of requests. */
  db?: Database
  load?: Pick<Load, 'isOverloaded'>
  /** Returns why the process should get no requests, or null. */
  unready?: Unready
}

export async function createApp(background: Platform, serving: Serving = {}): Promise<App> {
  const platform = { ...background, db: serving.db ?? background.db }
  const { config, db, log } = platform
  const auth = await openAccounts(platform)
  await publishDocuments(platform)
  const live = createEventService(background)
  const requests = openRequestLog(background)
  const http = new Hono<HttpEnv>()
  http.use(
    requestLog(log),
    securityHeaders(config.publicUrl, captchaHosts[config.captcha?.provider ?? 'none']),
    compressAnswers(),
    requests.handler,
  )
  http.onError(errorAnswer)
  const health = healthRoutes(db, serving.unready)
  if (serving.load) http.use(shedLoad(serving.load))
  const limit = limitRates(config.rateLimits, auth)
  for (const path of ['/api/*', '/rest/v1/*', '/delta-sharing/*']) http.use(path, limit)
  http.route('/', health)
  http.get('/config.json', (c) => c.json(browserConfig(config)))
  http.route('/auth/v1', authRoutes(auth))
  http.route('/rest/v1', restRoutes({ db, auth, claimsOf }))
  http.route('/api', descriptionRoutes(platform, auth))
  http.route('/', publicCertificateRoutes(platform))
  http.route('/', publicLicenseRoutes(platform))
  http.route('/scim/v2', scimRoutes(platform, auth))
  http.route('/delta-sharing', shareRoutes(platform, auth))
  http.route('/api', legalTextRoutes(platform))
  http.route('/', publicLogRoutes(platform))
  http.route('/', unsubscribeRoutes(platform))
  http.route('/', applicationStatusRoutes())
  http.route('/api', fileRoutes(platform, auth))
  http.route('/api', eventRoutes(platform, auth, live))
  http.route('/api', documentRoutes(platform, auth))
  if (config.stripe) http.route('/api', stripeEventRoutes(platform, config.stripe))
  if (config.mailReports) http.route('/api', mailReportRoutes(platform, config.mailReports))
  keepApart(http, procedureAddresses())
  http.use(
    '/api/*',
    limitBody({ maxSize: MAX_BODY_BYTES }),
    validateReads(),
    callProcedures(platform, auth),
  )
  refuseUnknown(http, procedureAddresses())
  if (config.sampleData) http.route('/dev/mailbox', mailboxRoutes(db))
  http.get('*', webApp(config.publicUrl))
  return {
    fetch: http.fetch,
    fetchHealth: new Hono<HttpEnv>().use(requestLog(log)).route('/', health).fetch,
    auth,
    close: async () => {
      await live.close()
      await requests.end()
    },
    writeRequestLog: requests.write,
    schedule: scheduleOf(config),
    jobs: jobsOf(background, auth),
  }
}

/** Opens the accounts, with what joining and signing in mean to the platform. */
async function openAccounts(platform: Platform): Promise<Auth> {
  const { config, db, secrets, log } = platform
  return await createAuth({
    db,
    secrets,
    publicUrl: config.publicUrl,
    mailConfirm: config.mailConfirm,
    log,
    settings: authSettings(config),
    onSignUp: (tx, user) => onSignUp({ tx, platform }, user),
    isAddressProved: provesAddress,
    onConfirmed: (tx, user) => onConfirmed({ tx, platform }, user),
    companies: companiesOf(platform),
    onEmailChanged,
    onNewBrowser: (tx, user, caller) => alertNewBrowser({ tx, platform }, user, caller),
  })
}

/** Joins the routes of documents and of files that are sent as they are. */
function documentRoutes(platform: Platform, auth: Auth): Hono<HttpEnv> {
  const http = new Hono<HttpEnv>()
  for (const routes of [
    attachmentRoutes,
    documentFileRoutes,
    applicantDocumentRoutes,
    evidenceRoutes,
    offerFileRoutes,
    sampleFileRoutes,
    contractFileRoutes,
    dossierRoutes,
    earningFileRoutes,
    invoiceFileRoutes,
    measuredFileRoutes,
    taxFormFileRoutes,
  ])
    http.route('/', routes(platform, auth))
  return http
}

/** Returns the settings that the web application reads before its first call. None is secret. */
function browserConfig({ publicUrl, sampleData, captcha, minPasswordLength, support }: Config) {
  return {
    supabaseUrl: publicUrl,
    supabaseKey: anonKey,
    sampleData,
    minPasswordLength,
    support,
    captcha: captcha && { provider: captcha.provider, siteKey: captcha.siteKey },
  }
}
