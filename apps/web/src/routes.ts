/** Every URL, the page that answers it and who may open it: plain data for the router, the build and the tests. */
import type { Side } from '@semblance/contract'

/** Defines who may open a page. On `open` pages the server alone decides what is shown. */
export type Access = 'open' | 'signed-out' | 'signed-in' | Side

/** `page` names a file: `market/dpr-details` is pages/market/dpr-details.tsx. */
type Route = { path: string; page: string; access: Access }

export const routes = [
  { path: '/', page: 'overview/landing', access: 'open' },
  { path: '/register-business', page: 'people/register-business', access: 'open' },
  { path: '/business-under-review', page: 'people/business-under-review', access: 'open' },
  { path: '/auth', page: 'core/auth', access: 'signed-out' },
  { path: '/sign-in', page: 'core/auth', access: 'signed-out' },
  { path: '/forgot-password', page: 'core/forgot-password', access: 'open' },
  { path: '/reset-password', page: 'core/reset-password', access: 'open' },
  { path: '/sign-up', page: 'core/sign-up', access: 'open' },
  { path: '/organization-signup', page: 'people/organization-signup', access: 'open' },
  { path: '/unauthorized', page: 'core/unauthorized', access: 'open' },
  { path: '/legal', page: 'people/legal', access: 'open' },
  { path: '/legal/:document', page: 'people/legal-document', access: 'open' },
  { path: '/legal/:document/:version', page: 'people/legal-document', access: 'open' },
  { path: '/measured', page: 'overview/measured', access: 'open' },
  { path: '/dashboard-selection', page: 'overview/dashboard-selection', access: 'signed-in' },

  { path: '/client-dashboard', page: 'overview/client-dashboard', access: 'client' },
  { path: '/create-dpr', page: 'market/create-dpr', access: 'open' },
  { path: '/manage-dprs', page: 'market/manage-dprs', access: 'open' },
  { path: '/dpr-details/:dprId', page: 'market/dpr-details', access: 'open' },
  { path: '/vendor-offers', page: 'market/vendor-offers', access: 'open' },
  { path: '/vendor-offers/:dprId', page: 'market/vendor-offers', access: 'open' },
  { path: '/payment/:offerId', page: 'money/payment', access: 'open' },
  { path: '/active-contracts', page: 'market/active-contracts', access: 'open' },
  { path: '/contract-details/:contractId', page: 'market/contract-details', access: 'open' },
  { path: '/download/:dprId', page: 'delivery/download', access: 'open' },
  { path: '/certificates/:id', page: 'delivery/certificate', access: 'open' },
  { path: '/licenses/:id', page: 'delivery/license', access: 'open' },
  { path: '/transparency', page: 'core/transparency', access: 'open' },
  { path: '/verify', page: 'overview/verify', access: 'open' },

  { path: '/vendor-dashboard', page: 'overview/vendor-dashboard', access: 'vendor' },
  { path: '/marketplace', page: 'market/marketplace', access: 'open' },
  { path: '/submit-offer/:dprId', page: 'market/submit-offer', access: 'open' },
  { path: '/vendor-my-offers', page: 'market/vendor-my-offers', access: 'open' },
  { path: '/offer-details/:offerId', page: 'market/offer-details', access: 'open' },
  { path: '/edit-offer/:offerId', page: 'market/edit-offer', access: 'open' },
  { path: '/offer-preview/:offerId', page: 'market/offer-preview', access: 'open' },
  { path: '/vendor-active-contracts', page: 'market/vendor-active-contracts', access: 'open' },
  { path: '/data-upload/:contractId', page: 'delivery/data-upload', access: 'open' },
  { path: '/project-timeline/:contractId', page: 'market/project-timeline', access: 'open' },
  { path: '/payment-details/:contractId', page: 'money/payment-details', access: 'open' },
  { path: '/sources', page: 'delivery/sources', access: 'open' },
  { path: '/vendor-earnings', page: 'money/vendor-earnings', access: 'open' },

  { path: '/bank-tax-info', page: 'money/bank-tax-info', access: 'open' },
  { path: '/organization-settings', page: 'people/organization-settings', access: 'open' },
  { path: '/company-profile', page: 'market/company-profile', access: 'open' },
  { path: '/company-profile/:company', page: 'market/company-profile', access: 'open' },
  { path: '/billing-payments', page: 'money/billing-payments', access: 'open' },
  { path: '/contact-support', page: 'people/contact-support', access: 'open' },
  { path: '/user-settings', page: 'people/user-settings', access: 'open' },
  { path: '/privacy-security', page: 'people/privacy-security', access: 'open' },
  { path: '/notification-settings', page: 'people/notification-settings', access: 'open' },

  { path: '/admin', page: 'people/admin', access: 'open' },
  { path: '/admin/search', page: 'overview/admin-search', access: 'open' },
  { path: '/admin/applications', page: 'people/admin-applications', access: 'open' },
  { path: '/admin/ledger', page: 'money/admin-ledger', access: 'open' },
  { path: '/admin/organizations', page: 'people/admin-organizations', access: 'open' },
  { path: '/admin/support', page: 'people/admin-support', access: 'open' },
  { path: '/admin/disputes', page: 'money/admin-disputes', access: 'open' },
  { path: '/admin/disputes/:disputeId', page: 'money/admin-dispute', access: 'open' },
  { path: '/admin/jobs', page: 'core/admin-jobs', access: 'open' },
  { path: '/admin/mail', page: 'core/admin-mail', access: 'open' },
  { path: '/admin/audit-log', page: 'core/admin-audit-log', access: 'open' },
  { path: '/admin/users', page: 'people/admin-users', access: 'open' },
  { path: '*', page: 'core/not-found', access: 'open' },
] as const satisfies readonly Route[]
