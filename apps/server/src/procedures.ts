/** Every module's procedures, as one API. */
import { apiOutsideTransactions } from './api.ts'
import { adminRoutes } from './modules/admin/routes.ts'
import { applicationRoutes } from './modules/applications/routes.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { stripeRoutes } from './modules/bank/stripe/routes.ts'
import { bankingRoutes } from './modules/banking/routes.ts'
import { billingRoutes } from './modules/billing/routes.ts'
import { bookRoutes } from './modules/books/routes.ts'
import { certificateRoutes } from './modules/certificates/routes.ts'
import { closingRoutes } from './modules/closings/routes.ts'
import { companyRoutes } from './modules/companies/routes.ts'
import { contractRoutes, milestoneRoutes, timelineRoutes } from './modules/contracts/routes.ts'
import { dashboardRoutes } from './modules/dashboards/routes.ts'
import { deliveryRoutes } from './modules/deliveries/routes.ts'
import { disputeRoutes } from './modules/disputes/routes.ts'
import { dprRoutes } from './modules/dprs/routes.ts'
import { earningRoutes } from './modules/earnings/routes.ts'
import { invoiceRoutes } from './modules/invoices/routes.ts'
import { jobRoutes } from './modules/jobs/routes.ts'
import { mailRoutes } from './modules/mails/routes.ts'
import { marketRoutes } from './modules/market/routes.ts'
import { negotiationRoutes } from './modules/negotiation/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { offerRoutes } from './modules/offers/routes.ts'
import { organizationRoutes } from './modules/organizations/routes.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { payoutRoutes } from './modules/payouts/routes.ts'
import { previewRoutes } from './modules/previews/routes.ts'
import { sampleRoutes } from './modules/samples/routes.ts'
import { searchRoutes } from './modules/search/routes.ts'
import { settingRoutes } from './modules/settings/routes.ts'
import { supportRoutes } from './modules/support/routes.ts'

export const procedures = apiOutsideTransactions.router({
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
