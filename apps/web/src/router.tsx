/** The route table on one screen; each page is loaded when it is first visited. */
import type { Side } from '@semblance/contract'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RequireSession, SignedOutOnly } from './features/accounts/guards.tsx'
import { loadPage } from './lib/load-page.ts'
import { beginQueries, type PageQueries } from './lib/page-queries.ts'
import { ErrorScreen } from './pages/error-screen.tsx'
import { Root } from './pages/root.tsx'

type Page = () => Promise<{
  default: React.ComponentType
  /** What the page is about to ask: begun while the account is still on its way. */
  queries?: PageQueries
}>

const page = (path: string, load: Page): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Component, queries } = await loadPage(load)
    return {
      Component,
      loader: ({ params, request }) =>
        beginQueries(queries?.(params, new URL(request.url).searchParams)),
      // A filter that changes is the page's own affair.
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    }
  },
})

const guarded = (path: string, load: Page, role?: Side): RouteObject => ({
  element: <RequireSession role={role} />,
  children: [page(path, load)],
})

const auth: Page = () => import('./pages/auth.tsx')
const companyProfile: Page = () => import('./pages/company-profile.tsx')
const vendorOffers: Page = () => import('./pages/vendor-offers.tsx')

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorScreen />,
    // While the first page's file arrives.
    hydrateFallbackElement: <div className="min-h-dvh" />,
    children: [
      page('/', () => import('./pages/landing.tsx')),
      page('/register-business', () => import('./pages/register-business.tsx')),
      page('/business-under-review', () => import('./pages/business-under-review.tsx')),
      { element: <SignedOutOnly />, children: [page('/auth', auth), page('/sign-in', auth)] },
      page('/forgot-password', () => import('./pages/forgot-password.tsx')),
      page('/reset-password', () => import('./pages/reset-password.tsx')),
      page('/sign-up', () => import('./pages/sign-up.tsx')),
      page('/organization-signup', () => import('./pages/organization-signup.tsx')),
      page('/unauthorized', () => import('./pages/unauthorized.tsx')),
      guarded('/dashboard-selection', () => import('./pages/dashboard-selection.tsx')),

      guarded('/client-dashboard', () => import('./pages/client-dashboard.tsx'), 'client'),
      page('/create-dpr', () => import('./pages/create-dpr.tsx')),
      page('/manage-dprs', () => import('./pages/manage-dprs.tsx')),
      page('/dpr-details/:dprId', () => import('./pages/dpr-details.tsx')),
      page('/vendor-offers', vendorOffers),
      page('/vendor-offers/:dprId', vendorOffers),
      page('/payment/:offerId', () => import('./pages/payment.tsx')),
      page('/active-contracts', () => import('./pages/active-contracts.tsx')),
      page('/contract-details/:contractId', () => import('./pages/contract-details.tsx')),
      page('/download/:dprId', () => import('./pages/download.tsx')),
      page('/certificates/:id', () => import('./pages/certificate.tsx')),

      guarded('/vendor-dashboard', () => import('./pages/vendor-dashboard.tsx'), 'vendor'),
      page('/marketplace', () => import('./pages/marketplace.tsx')),
      page('/submit-offer/:dprId', () => import('./pages/submit-offer.tsx')),
      page('/vendor-my-offers', () => import('./pages/vendor-my-offers.tsx')),
      page('/offer-details/:offerId', () => import('./pages/offer-details.tsx')),
      page('/edit-offer/:offerId', () => import('./pages/edit-offer.tsx')),
      page('/offer-preview/:offerId', () => import('./pages/offer-preview.tsx')),
      page('/vendor-active-contracts', () => import('./pages/vendor-active-contracts.tsx')),
      page('/data-upload/:contractId', () => import('./pages/data-upload.tsx')),
      page('/project-timeline/:contractId', () => import('./pages/project-timeline.tsx')),
      page('/payment-details/:contractId', () => import('./pages/payment-details.tsx')),
      page('/vendor-earnings', () => import('./pages/vendor-earnings.tsx')),

      page('/bank-tax-info', () => import('./pages/bank-tax-info.tsx')),
      page('/organization-settings', () => import('./pages/organization-settings.tsx')),
      page('/company-profile', companyProfile),
      page('/company-profile/:company', companyProfile),
      page('/billing-payments', () => import('./pages/billing-payments.tsx')),
      page('/contact-support', () => import('./pages/contact-support.tsx')),
      page('/user-settings', () => import('./pages/user-settings.tsx')),
      page('/privacy-security', () => import('./pages/privacy-security.tsx')),
      page('/notification-settings', () => import('./pages/notification-settings.tsx')),

      page('/admin', () => import('./pages/admin.tsx')),
      page('/admin/search', () => import('./pages/admin-search.tsx')),
      page('/admin/applications', () => import('./pages/admin-applications.tsx')),
      page('/admin/ledger', () => import('./pages/admin-ledger.tsx')),
      page('/admin/organizations', () => import('./pages/admin-organizations.tsx')),
      page('/admin/support', () => import('./pages/admin-support.tsx')),
      page('/admin/disputes', () => import('./pages/admin-disputes.tsx')),
      page('/admin/disputes/:disputeId', () => import('./pages/admin-dispute.tsx')),
      page('/admin/jobs', () => import('./pages/admin-jobs.tsx')),
      page('/admin/mail', () => import('./pages/admin-mail.tsx')),
      page('/admin/audit-log', () => import('./pages/admin-audit-log.tsx')),
      page('/admin/users', () => import('./pages/admin-users.tsx')),
      page('*', () => import('./pages/not-found.tsx')),
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)

/** The first page's code is here, and its answers or the end of the time they are given. */
export function untilRouted(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
