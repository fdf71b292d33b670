import { admin } from './admin.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { banking } from './banking.ts'
import { billing } from './billing.ts'
import { books } from './books.ts'
import { certificates } from './certificates.ts'
import { companies } from './companies.ts'
import { contracts } from './contracts.ts'
import { dashboards } from './dashboards.ts'
import { deliveries } from './deliveries.ts'
import { disputes } from './disputes.ts'
import { dprs } from './dprs.ts'
import { earnings } from './earnings.ts'
import { invoices } from './invoices.ts'
import { jobs } from './jobs.ts'
import { mails } from './mails.ts'
import { market } from './market.ts'
import { milestones } from './milestones.ts'
import { negotiation } from './negotiation.ts'
import { notifications } from './notifications.ts'
import { offers } from './offers.ts'
import { organizations } from './organizations.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { previews } from './previews.ts'
import { samples } from './samples.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { stripe } from './stripe.ts'
import { support } from './support.ts'
import { timelines } from './timelines.ts'

export * from './accounts.ts'
export * from './adjustments.ts'
export * from './admin.ts'
export * from './applications.ts'
export * from './audit.ts'
export * from './banking.ts'
export * from './billing.ts'
export * from './books.ts'
export * from './certificates.ts'
export * from './column-kinds.ts'
export * from './companies.ts'
export * from './contracts.ts'
export * from './dashboards.ts'
export * from './data-contract-columns.ts'
export * from './data-contract-rules.ts'
export * from './data-contracts.ts'
export * from './datasets.ts'
export * from './deliveries.ts'
export * from './dispute-rules.ts'
export * from './disputes.ts'
export * from './dpr-drafts.ts'
export * from './dpr-invitations.ts'
export * from './dpr-questions.ts'
export * from './dprs.ts'
export * from './earnings.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './figures.ts'
export * from './invoices.ts'
export * from './jobs.ts'
export * from './mails.ts'
export * from './market.ts'
export * from './milestones.ts'
export * from './money.ts'
export * from './negotiation.ts'
export * from './notifications.ts'
export * from './numbers.ts'
export * from './offer-form.ts'
export * from './offers.ts'
export * from './organizations.ts'
export * from './paging.ts'
export * from './payment-failures.ts'
export * from './payments.ts'
export * from './payouts.ts'
export * from './previews.ts'
export * from './proposals.ts'
export * from './reports.ts'
export * from './reviews.ts'
export * from './row-rules.ts'
export * from './samples.ts'
export * from './search.ts'
export * from './settings.ts'
export * from './sides.ts'
export * from './stripe.ts'
export * from './support.ts'
export * from './terms.ts'
export { reasonForm } from './text.ts'
export * from './timelines.ts'
export * from './uploads.ts'
export * from './verify-certificate.ts'

/** Every procedure of the platform's own API. */
export const contract = {
  books,
  banking,
  billing,
  stripe,
  applications,
  organizations,
  dprs,
  offers,
  contracts,
  milestones,
  timelines,
  payments,
  payouts,
  invoices,
  disputes,
  deliveries,
  certificates,
  previews,
  earnings,
  market,
  negotiation,
  notifications,
  dashboards,
  companies,
  samples,
  search,
  settings,
  support,
  admin,
  audit,
  jobs,
  mails,
}
