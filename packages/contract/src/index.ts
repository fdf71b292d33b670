import { audit } from './core/audit.ts'
import { jobs } from './core/jobs.ts'
import { keys } from './core/keys.ts'
import { mails } from './core/mails.ts'
import { notifications } from './core/notifications.ts'
import { transparency } from './core/transparency/transparency.ts'
import { webhooks } from './core/webhooks.ts'
import { certificates } from './delivery/certificates.ts'
import { connections } from './delivery/connections/connections.ts'
import { deliveries } from './delivery/deliveries.ts'
import { draws } from './delivery/draws.ts'
import { findings } from './delivery/findings/findings.ts'
import { licenses } from './delivery/licenses.ts'
import { listings } from './delivery/listings/listings.ts'
import { twins } from './delivery/listings/twins.ts'
import { measurements } from './delivery/measured/measurements.ts'
import { previews } from './delivery/previews.ts'
import { pushes } from './delivery/pushes.ts'
import { shipments } from './delivery/shipments.ts'
import { sources } from './delivery/sources.ts'
import { subscriptions } from './delivery/subscriptions/subscriptions.ts'
import { answeringProcedures } from './market/answering/answering.ts'
import { companies } from './market/companies.ts'
import { contracts } from './market/contracts.ts'
import { dprs } from './market/dprs.ts'
import { market } from './market/marketplace.ts'
import { milestones } from './market/milestones.ts'
import { negotiation } from './market/negotiation.ts'
import { offers } from './market/offers.ts'
import { estimates } from './market/pricing/accuracy-estimates.ts'
import { scores } from './market/scores.ts'
import { timelines } from './market/timelines.ts'
import { books } from './money/accounting.ts'
import { banking } from './money/bank-details.ts'
import { disputes } from './money/disputes/disputes.ts'
import { earnings } from './money/earnings.ts'
import { invoices } from './money/invoices.ts'
import { payments } from './money/payments.ts'
import { payouts } from './money/payouts.ts'
import { stripe } from './money/stripe.ts'
import { billing } from './money/subscriptions.ts'
import { taxForms } from './money/tax-forms.ts'
import { claims } from './overview/claims.ts'
import { dashboards } from './overview/dashboards.ts'
import { insights } from './overview/insights.ts'
import { search } from './overview/search.ts'
import { admin } from './people/admin.ts'
import { applications } from './people/applications.ts'
import { legal } from './people/legal.ts'
import { organizations } from './people/organizations.ts'
import { settings } from './people/settings.ts'
import { signingKeys } from './people/signing-keys.ts'
import { singleSignOnProcedures } from './people/single-sign-on.ts'
import { approvals, spending } from './people/spending.ts'
import { support } from './people/support.ts'
import { samples } from './sample-data.ts'

export * from './access.ts'
export * from './core/accounts.ts'
export * from './core/audit.ts'
export * from './core/documents.ts'
export * from './core/dollars.ts'
export * from './core/events.ts'
export * from './core/file-formats.ts'
export * from './core/jobs.ts'
export { maxLiveKeys } from './core/key-errors.ts'
export * from './core/keys.ts'
export * from './core/mails.ts'
export * from './core/money.ts'
export * from './core/notifications.ts'
export * from './core/numbers.ts'
export * from './core/paging.ts'
export * from './core/platform-fee.ts'
export * from './core/sides.ts'
export { reasonForm } from './core/text.ts'
export * from './core/transparency/bytes.ts'
export * from './core/transparency/cosignatures.ts'
export * from './core/transparency/leaves.ts'
export * from './core/transparency/notes.ts'
export * from './core/transparency/tlog.ts'
export * from './core/transparency/transparency.ts'
export { maxWebhookEndpoints } from './core/webhook-errors.ts'
export * from './core/webhook-events.ts'
export * from './core/webhooks.ts'
export * from './delivery/account-text.ts'
export * from './delivery/certificates.ts'
export * from './delivery/column-kinds.ts'
export * from './delivery/connections/connected-certificates.ts'
export {
  type ConnectionFailure,
  connectionFailureTexts,
  maxConnections,
} from './delivery/connections/connection-errors.ts'
export * from './delivery/connections/connections.ts'
export * from './delivery/connections/least-privilege.ts'
export * from './delivery/datasets.ts'
export * from './delivery/deliveries.ts'
export * from './delivery/delivery-notices.ts'
export * from './delivery/delivery-reviews.ts'
export * from './delivery/disclosed-text.ts'
export * from './delivery/draws.ts'
export * from './delivery/findings/finding-split.ts'
export * from './delivery/findings/finding-texts.ts'
export * from './delivery/findings/findings.ts'
export * from './delivery/licenses.ts'
export * from './delivery/listings/listed-columns.ts'
export * from './delivery/listings/listing-content.ts'
export * from './delivery/listings/listing-shapes.ts'
export * from './delivery/listings/listings.ts'
export * from './delivery/listings/twins.ts'
export * from './delivery/measured/measured-certificates.ts'
export * from './delivery/measured/measurement-errors.ts'
export * from './delivery/measured/measurements.ts'
export * from './delivery/measured/synthesis-stages.ts'
export * from './delivery/measured/verify-measured.ts'
export * from './delivery/previews.ts'
export { maxPushDestinations, type PushFailure, pushFailureTexts } from './delivery/push-errors.ts'
export * from './delivery/pushes.ts'
export * from './delivery/reports.ts'
export * from './delivery/row-rules.ts'
export * from './delivery/sd-jwt.ts'
export * from './delivery/shipments.ts'
export * from './delivery/sources.ts'
export * from './delivery/subscriptions/subscription-shapes.ts'
export * from './delivery/subscriptions/subscription-terms.ts'
export * from './delivery/subscriptions/subscriptions.ts'
export * from './delivery/uploads.ts'
export * from './delivery/verify-certificate.ts'
export * from './deprecations.ts'
export * from './errors.ts'
export * from './kept-answers.ts'
export * from './market/agreements/agreement-content.ts'
export * from './market/agreements/agreement-words.ts'
export * from './market/agreements/consents.ts'
export * from './market/agreements/specifications.ts'
export * from './market/answering/answering.ts'
export * from './market/answering/rules.ts'
export * from './market/answering/strategy.ts'
export * from './market/columns/declared-columns.ts'
export * from './market/columns/match-columns.ts'
export * from './market/companies.ts'
export * from './market/contracts.ts'
export * from './market/course/contract-events.ts'
export * from './market/data-contract-columns.ts'
export * from './market/data-contract-rules.ts'
export * from './market/data-contracts.ts'
export * from './market/delivery-terms/delivery-methods.ts'
export * from './market/delivery-terms/support-period.ts'
export * from './market/dpr-drafts.ts'
export * from './market/dpr-invitations.ts'
export * from './market/dpr-questions.ts'
export * from './market/dprs.ts'
export * from './market/figures/figure-rules.ts'
export * from './market/licensing/countries.ts'
export * from './market/licensing/license-check.ts'
export * from './market/licensing/license-terms.ts'
export * from './market/licensing/license-words.ts'
export * from './market/licensing/odrl-policy.ts'
export * from './market/licensing/odrl-profile.ts'
export * from './market/marketplace.ts'
export * from './market/milestones.ts'
export * from './market/negotiation.ts'
export * from './market/offer-forms.ts'
export * from './market/offers.ts'
export * from './market/pricing/accuracy-estimates.ts'
export * from './market/pricing/accuracy-price.ts'
export * from './market/pricing/price-estimates.ts'
export * from './market/proposals.ts'
export * from './market/rules/agreed-rules.ts'
export * from './market/rules/compliance-checks.ts'
export * from './market/rules/more-rows.ts'
export * from './market/scores.ts'
export * from './market/term-changes.ts'
export * from './market/terms.ts'
export * from './market/timelines.ts'
export * from './money/accounting.ts'
export * from './money/adjustments.ts'
export * from './money/bank-accounts.ts'
export * from './money/bank-details.ts'
export * from './money/bank-statements.ts'
export * from './money/deal-sums.ts'
export * from './money/disputes/dispute.ts'
export * from './money/disputes/dispute-claims.ts'
export * from './money/disputes/dispute-forms.ts'
export * from './money/disputes/dispute-rules.ts'
export * from './money/disputes/disputes.ts'
export * from './money/disputes/staff-disputes.ts'
export * from './money/earnings.ts'
export * from './money/invoices.ts'
export * from './money/ledger-figures.ts'
export * from './money/payment-failures.ts'
export * from './money/payments.ts'
export * from './money/payouts.ts'
export * from './money/restore-hold.ts'
export * from './money/stripe.ts'
export * from './money/subscriptions.ts'
export * from './money/tax-forms.ts'
export * from './money/vat.ts'
export * from './overview/claims.ts'
export * from './overview/dashboards.ts'
export * from './overview/dossiers/dossier.ts'
export * from './overview/dossiers/dossier-findings.ts'
export * from './overview/dossiers/dossier-texts.ts'
export * from './overview/insights.ts'
export * from './overview/search.ts'
export * from './overview/usage.ts'
export * from './people/admin.ts'
export * from './people/applicant-documents.ts'
export * from './people/application-statuses.ts'
export * from './people/applications.ts'
export * from './people/invitations.ts'
export * from './people/legal.ts'
export * from './people/members.ts'
export * from './people/organizations.ts'
export * from './people/settings.ts'
export { maxSigningKeys } from './people/signing-key-errors.ts'
export * from './people/signing-keys.ts'
export * from './people/single-sign-on.ts'
export * from './people/spending.ts'
export * from './people/spending-rules.ts'
export * from './people/support.ts'
export * from './roles.ts'
export * from './sample-data.ts'

/** Defines every procedure of the platform's own API. */
export const contract = {
  books,
  banking,
  billing,
  stripe,
  applications,
  taxForms,
  approvals,
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
  connections,
  deliveries,
  certificates,
  draws,
  findings,
  licenses,
  listings,
  twins,
  measurements,
  previews,
  pushes,
  shipments,
  earnings,
  estimates,
  insights,
  market,
  negotiation,
  answering: answeringProcedures,
  notifications,
  dashboards,
  claims,
  companies,
  samples,
  scores,
  search,
  settings,
  signingKeys,
  singleSignOn: singleSignOnProcedures,
  sources,
  spending,
  subscriptions,
  support,
  admin,
  audit,
  jobs,
  keys,
  legal,
  mails,
  transparency,
  webhooks,
}
