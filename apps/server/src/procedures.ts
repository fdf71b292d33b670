/** Every module's procedures, as one API. */
import { apiOutsideTransactions } from './core/api/service.ts'
import { auditRoutes } from './core/audit/routes.ts'
import { jobRoutes } from './core/jobs/routes.ts'
import { mailRoutes } from './core/mails/routes.ts'
import { notificationRoutes } from './core/notifications/routes.ts'
import { transparencyRoutes } from './core/transparency/routes.ts'
import { webhookRoutes } from './core/webhooks/routes.ts'
import { certificateRoutes } from './delivery/certificates/routes.ts'
import { connectionRoutes } from './delivery/connections/routes.ts'
import { measurementRoutes } from './delivery/deliveries/premises/routes.ts'
import { deliveryRoutes } from './delivery/deliveries/routes.ts'
import { twinRoutes } from './delivery/deliveries/twins/routes.ts'
import { drawRoutes } from './delivery/draws/routes.ts'
import { findingRoutes } from './delivery/findings/routes.ts'
import { licenseRoutes } from './delivery/licenses/routes.ts'
import { listingRoutes } from './delivery/listings/routes.ts'
import { previewRoutes } from './delivery/previews/routes.ts'
import { pushRoutes } from './delivery/pushes/routes.ts'
import { shipmentRoutes } from './delivery/shipments/routes.ts'
import { sourceRoutes } from './delivery/sources/routes.ts'
import { subscriptionRoutes } from './delivery/subscriptions/routes.ts'
import { estimateRoutes } from './market/accuracy-estimates/routes.ts'
import { answeringRoutes } from './market/answering/routes.ts'
import { companyRoutes } from './market/companies/routes.ts'
import { contractRoutes, milestoneRoutes, timelineRoutes } from './market/contracts/routes.ts'
import { closingRoutes } from './market/dpr-closing/routes.ts'
import { dprRoutes } from './market/dprs/routes.ts'
import { marketRoutes } from './market/marketplace/routes.ts'
import { negotiationRoutes } from './market/negotiation/routes.ts'
import { offerRoutes } from './market/offers/routes.ts'
import { scoreRoutes } from './market/vendor-scores/routes.ts'
import { bookRoutes } from './money/accounting/routes.ts'
import { approvalRoutes } from './money/approvals/routes.ts'
import { bankingRoutes } from './money/bank-details/routes.ts'
import { stripeRoutes } from './money/bank-gateway/stripe/routes.ts'
import { disputeRoutes } from './money/disputes/routes.ts'
import { earningRoutes } from './money/earnings/routes.ts'
import { invoiceRoutes } from './money/invoices/routes.ts'
import { paymentRoutes } from './money/payments/routes.ts'
import { payoutRoutes } from './money/payouts/routes.ts'
import { billingRoutes } from './money/subscriptions/routes.ts'
import { taxFormRoutes } from './money/tax-forms/routes.ts'
import { claimRoutes } from './overview/claims/routes.ts'
import { dashboardRoutes } from './overview/dashboards/routes.ts'
import { insightRoutes } from './overview/insights/routes.ts'
import { searchRoutes } from './overview/search/routes.ts'
import { adminRoutes } from './people/admin/routes.ts'
import { applicationRoutes } from './people/applications/routes.ts'
import { keyRoutes } from './people/keys/routes.ts'
import { legalRoutes } from './people/legal/routes.ts'
import { organizationRoutes } from './people/organizations/routes.ts'
import { settingRoutes } from './people/settings/routes.ts'
import { signingKeyRoutes } from './people/signing-keys/routes.ts'
import { singleSignOnRoutes } from './people/single-sign-on/routes.ts'
import { spendingRoutes } from './people/spending/routes.ts'
import { supportRoutes } from './people/support/routes.ts'
import { sampleRoutes } from './sample-data/routes.ts'

export const procedures = apiOutsideTransactions.router({
  books: bookRoutes,
  banking: bankingRoutes,
  billing: billingRoutes,
  stripe: stripeRoutes,
  applications: applicationRoutes,
  taxForms: taxFormRoutes,
  approvals: approvalRoutes,
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
  connections: connectionRoutes,
  deliveries: deliveryRoutes,
  certificates: certificateRoutes,
  draws: drawRoutes,
  findings: findingRoutes,
  licenses: licenseRoutes,
  listings: listingRoutes,
  twins: twinRoutes,
  subscriptions: subscriptionRoutes,
  measurements: measurementRoutes,
  previews: previewRoutes,
  pushes: pushRoutes,
  shipments: shipmentRoutes,
  sources: sourceRoutes,
  spending: spendingRoutes,
  earnings: earningRoutes,
  estimates: estimateRoutes,
  insights: insightRoutes,
  market: marketRoutes,
  negotiation: negotiationRoutes,
  answering: answeringRoutes,
  notifications: notificationRoutes,
  dashboards: dashboardRoutes,
  claims: claimRoutes,
  companies: companyRoutes,
  scores: scoreRoutes,
  search: searchRoutes,
  samples: sampleRoutes,
  settings: settingRoutes,
  signingKeys: signingKeyRoutes,
  singleSignOn: singleSignOnRoutes,
  support: supportRoutes,
  admin: adminRoutes,
  audit: auditRoutes,
  jobs: jobRoutes,
  keys: keyRoutes,
  legal: legalRoutes,
  mails: mailRoutes,
  transparency: transparencyRoutes,
  webhooks: webhookRoutes,
})
