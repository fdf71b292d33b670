/** Every module's routes and jobs, mounted; the only file that knows them all. */

import { SmartCoercionPlugin } from '@orpc/json-schema'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { RPCHandler } from '@orpc/server/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract, events } from '@semblance/contract'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import {
  type Request as ApiRequest,
  apiOutsideTransactions,
  readBearer,
  translateError,
} from './api.ts'
import { apiPage } from './api-page.ts'
import { adminRoutes } from './modules/admin/routes.ts'
import { applicationRoutes } from './modules/applications/routes.ts'
import { auditJobs, auditSchedule } from './modules/audit/jobs.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { authRoutes } from './modules/auth/routes/index.ts'
import {
  type Auth,
  anonKey,
  authJobs,
  authSchedule,
  authSettings,
  createAuth,
} from './modules/auth/service.ts'
import { bankJobs, bankSchedule } from './modules/bank/jobs.ts'
import type { OnOutcome } from './modules/bank/service.ts'
import { stripeRoutes } from './modules/bank/stripe/routes.ts'
import { stripeEventRoutes } from './modules/bank/stripe/webhook.routes.ts'
import { bankingRoutes } from './modules/banking/routes.ts'
import { billingJobs, billingSchedule } from './modules/billing/jobs.ts'
import { billingRoutes } from './modules/billing/routes.ts'
import { applyChargeOutcome } from './modules/billing/service.ts'
import { blobJobs, blobSchedule } from './modules/blobs/jobs.ts'
import { bookJobs, bookSchedule } from './modules/books/jobs.ts'
import { bookRoutes } from './modules/books/routes.ts'
import { publicCertificateRoutes } from './modules/certificates/public.routes.ts'
import { certificateRoutes } from './modules/certificates/routes.ts'
import { closingJobs } from './modules/closings/jobs.ts'
import { closingRoutes } from './modules/closings/routes.ts'
import { companyRoutes } from './modules/companies/routes.ts'
import { contractFileRoutes } from './modules/contracts/files.routes.ts'
import { contractRoutes, milestoneRoutes, timelineRoutes } from './modules/contracts/routes.ts'
import { dashboardRoutes } from './modules/dashboards/routes.ts'
import { fileRoutes } from './modules/deliveries/files.routes.ts'
import { deliveryJobs } from './modules/deliveries/jobs.ts'
import { deliveryRoutes } from './modules/deliveries/routes.ts'
import { evidenceRoutes } from './modules/disputes/evidence.routes.ts'
import { disputeJobs, disputeSchedule } from './modules/disputes/jobs.ts'
import { disputeRoutes } from './modules/disputes/routes.ts'
import { dprRoutes } from './modules/dprs/routes.ts'
import { earningFileRoutes } from './modules/earnings/files.routes.ts'
import { earningRoutes } from './modules/earnings/routes.ts'
import { escrowJobs, escrowSchedule } from './modules/escrow/jobs.ts'
import { applyRefundOutcome } from './modules/escrow/service.ts'
import { eventJobs } from './modules/events/jobs.ts'
import { eventRoutes } from './modules/events/routes.ts'
import { openLive } from './modules/events/service.ts'
import { invoiceFileRoutes } from './modules/invoices/files.routes.ts'
import { invoiceRoutes } from './modules/invoices/routes.ts'
import { jobRoutes } from './modules/jobs/routes.ts'
import { ledgerJobs, ledgerSchedule } from './modules/ledger/jobs.ts'
import { mailboxRoutes } from './modules/mailbox/routes.ts'
import { mailRoutes } from './modules/mails/routes.ts'
import { marketJobs } from './modules/market/jobs.ts'
import { marketRoutes } from './modules/market/routes.ts'
import { attachmentRoutes } from './modules/negotiation/attachments.routes.ts'
import { negotiationJobs } from './modules/negotiation/jobs.ts'
import { negotiationRoutes } from './modules/negotiation/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { offerFileRoutes } from './modules/offers/files.routes.ts'
import { offerRoutes } from './modules/offers/routes.ts'
import { organizationRoutes } from './modules/organizations/routes.ts'
import { onConfirmed, onSignUp } from './modules/organizations/service.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { applyPaymentOutcome } from './modules/payments/service.ts'
import { payoutJobs, payoutSchedule } from './modules/payouts/jobs.ts'
import { payoutRoutes } from './modules/payouts/routes.ts'
import { applyPayoutOutcome } from './modules/payouts/service.ts'
import { sampleFileRoutes } from './modules/previews/files.routes.ts'
import { previewJobs } from './modules/previews/jobs.ts'
import { previewRoutes } from './modules/previews/routes.ts'
import { claimsOf, onEmailChanged } from './modules/profiles/service.ts'
import { restRoutes } from './modules/rest/routes.ts'
import { sampleJobs } from './modules/samples/jobs.ts'
import { sampleRoutes } from './modules/samples/routes.ts'
import { searchRoutes } from './modules/search/routes.ts'
import { settingRoutes } from './modules/settings/routes.ts'
import { alertNewBrowser } from './modules/settings/service.ts'
import { supportRoutes } from './modules/support/routes.ts'
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
import { mailJobs } from './platform/mail.ts'
import { webApp } from './platform/web-app.ts'

/** Largest JSON body; files travel by tus instead. */
const MAX_BODY_BYTES = 1024 ** 2

/** Where each captcha's script and frames come from. */
const captchaHosts = {
  none: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}

const schemaConverters = [new ZodToJsonSchemaConverter()]

const router = apiOutsideTransactions.router({
  books: bookRoutes,
  banking: bankingRoutes,
  billing: billingRoutes,
  stripe: stripeRoutes,
  applications: applicationRoutes,
  organizations: organizationRoutes,
  dprs: { ...dprRoutes, ...closingRoutes },
  offers: offerRoutes,
  contracts: contractRoutes,
  milestones: milestoneRoutes,
  timelines: timelineRoutes,
  payments: paymentRoutes,
  payouts: payoutRoutes,
  disputes: disputeRoutes,
  invoices: invoiceRoutes,
  deliveries: deliveryRoutes,
  certificates: certificateRoutes,
  previews: previewRoutes,
  earnings: earningRoutes,
  market: marketRoutes,
  negotiation: negotiationRoutes,
  notifications: notificationRoutes,
  dashboards: dashboardRoutes,
  companies: companyRoutes,
  search: searchRoutes,
  samples: sampleRoutes,
  settings: settingRoutes,
  support: supportRoutes,
  admin: adminRoutes,
  audit: auditRoutes,
  jobs: jobRoutes,
  mails: mailRoutes,
})

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
  let described: ReturnType<typeof describe> | undefined
  const description = () => (described ??= describe(config.publicUrl))
  http.get('/api/openapi.json', async (c) => c.json(await description()))
  http.get('/api', async (c) => c.html(apiPage(await description(), c.var.nonce)))
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
  http.use('/api/*', limitBody({ maxSize: MAX_BODY_BYTES }), procedures(platform, auth))
  http.all('/api/*', () => {
    throw new AppError('not_found')
  })
  if (config.sampleData) http.route('/dev/mailbox', mailboxRoutes(db))
  http.get('*', webApp(config.publicUrl))
  return {
    fetch: http.fetch,
    auth,
    close: live.close,
    schedule: [
      ...authSchedule,
      ...ledgerSchedule,
      ...bankSchedule,
      ...escrowSchedule,
      ...payoutSchedule(config),
      ...disputeSchedule,
      ...billingSchedule,
      ...bookSchedule,
      ...auditSchedule,
      ...blobSchedule,
      { task: 'upload.expire', match: '17 * * * *' },
      { task: 'dpr.expire', match: '3 * * * *' },
      { task: 'attachment.expire', match: '23 * * * *' },
      { task: 'mail.expire', match: '41 3 * * *' },
      { task: 'event.expire', match: '29 * * * *' },
    ],
    jobs: {
      ...mailJobs(db, { smtpUrl: config.smtpUrl, from: config.mailFrom, log }),
      ...authJobs(auth, config.smsWebhook),
      ...deliveryJobs(platform),
      ...previewJobs(platform),
      ...blobJobs(platform),
      ...ledgerJobs(platform),
      ...bankJobs(platform, onBankOutcome),
      ...escrowJobs(platform),
      ...payoutJobs(platform),
      ...disputeJobs(platform),
      ...billingJobs(platform),
      ...bookJobs(platform),
      ...auditJobs(platform),
      ...negotiationJobs(platform),
      ...eventJobs(platform),
      ...marketJobs(platform),
      ...closingJobs(platform),
      ...sampleJobs(platform, auth),
    },
  }
}

/** Whom the bank's outcomes are for, by what the instruction's key begins with. */
const bankOutcomes: Record<string, OnOutcome> = {
  payment: applyPaymentOutcome,
  refund: applyRefundOutcome,
  payout: applyPayoutOutcome,
  subscription: applyChargeOutcome,
}

export const onBankOutcome: OnOutcome = async (ctx, outcome) => {
  const apply = bankOutcomes[outcome.key.split(':')[0]!]
  if (!apply) throw new Error(`Nobody has given the instruction ${outcome.key}.`)
  await apply(ctx, outcome)
}

/** The API in OpenAPI 3.1, made from the contract. */
async function describe(publicUrl: string) {
  return await new OpenAPIGenerator({ schemaConverters }).generate(
    { ...contract, events },
    {
      info: { title: 'Semblance', version: '1.0.0' },
      servers: [{ url: `${publicUrl}/api` }],
    },
  )
}

async function translatedErrors<T>({
  next,
  context,
}: {
  next: () => Promise<T>
  context: ApiRequest
}): Promise<T> {
  try {
    return await next()
  } catch (error) {
    throw translateError(error, context.log)
  }
}

/** The API twice: as RPC for the web, at /api/rpc, and as OpenAPI for everyone else, at /api. */
function procedures(platform: Platform, auth: Auth) {
  const rpc = new RPCHandler(router, { clientInterceptors: [translatedErrors] })
  const openApi = new OpenAPIHandler(router, {
    clientInterceptors: [translatedErrors],
    plugins: [new SmartCoercionPlugin({ schemaConverters })],
  })
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const readSession = () => readBearer(auth, c.req.header('authorization'))
    const address = auth.clientAddress(c)
    const { log } = c.var
    const context: ApiRequest = { platform, auth, log, address, readSession }
    const isRpc = c.req.path.startsWith('/api/rpc/')
    const handled = await (isRpc
      ? rpc.handle(c.req.raw, { prefix: '/api/rpc', context })
      : openApi.handle(c.req.raw, { prefix: '/api', context }))
    if (!handled.matched) return next()
    return c.newResponse(handled.response.body, handled.response)
  }
}
