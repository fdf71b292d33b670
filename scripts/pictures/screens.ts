/** Lists the screens that `npm run pictures DIR` takes: a name, who looks, the address, and what to do there. */
import type { Page } from 'playwright-core'
import type { Member } from '../../e2e/support/deal-fixtures.ts'

export type Who = 'visitor' | 'client' | 'administrator' | 'vendor' | 'staff'
export type Apis = Record<Exclude<Who, 'visitor'>, Member['api']>

export type Screen = {
  name: string
  who: Who
  /** An address, or one with a record of the samples; null where they have none. */
  path: string | ((apis: Apis) => Promise<string | null>)
  /** Runs on the page before the picture. */
  act?: (page: Page) => Promise<unknown>
}

const at = (prefix: string, id: string | undefined) => (id === undefined ? null : prefix + id)

type ContractStatus = NonNullable<
  NonNullable<Parameters<Apis['client']['contracts']['list']>[0]>['status']
>

/** Finds the newest contract of the side in this state. */
const contract =
  (prefix: string, side: 'client' | 'vendor', status: ContractStatus) => async (apis: Apis) => {
    const { items } = await apis[side].contracts.list({ side, status, limit: 1 })
    return at(prefix, items[0]?.id)
  }

/** Finds the client's request whose contract is in this state. */
const download =
  (status: ContractStatus, tab = '') =>
  async (apis: Apis) => {
    const { items } = await apis.client.contracts.list({ side: 'client', status, limit: 1 })
    const found = at('/download/', items[0]?.dprId)
    return found && found + tab
  }

const dpr =
  (prefix: string, tab: NonNullable<Parameters<Apis['client']['dprs']['list']>[0]>['tab']) =>
  async (apis: Apis) => {
    const { items } = await apis.client.dprs.list({ tab, limit: 1 })
    return at(prefix, items[0]?.id)
  }

const offer =
  (prefix: string, status: 'pending' | 'accepted' | 'rejected') => async (apis: Apis) => {
    const { items } = await apis.vendor.offers.listSent({ status, limit: 1 })
    return at(prefix, items[0]?.id)
  }

const marketDpr = (prefix: string) => async (apis: Apis) => {
  const { items } = await apis.vendor.market.browse({ limit: 1 })
  return at(prefix, items[0]?.id)
}

/** Finds the preview of an offer that came with a sample. */
const receivedPreview = async (apis: Apis) => {
  const { items } = await apis.client.offers.listReceived({ limit: 100 })
  return at('/offer-preview/', items.find(({ hasPreview }) => hasPreview)?.id)
}

const dispute = async (apis: Apis) => {
  const { items } = await apis.staff.disputes.staff.list({ limit: 1 })
  return at('/admin/disputes/', items[0]?.id)
}

const certificate = (prefix: string) => async (apis: Apis) => {
  const { items } = await apis.client.contracts.list({
    side: 'client',
    status: 'pending_review',
    limit: 1,
  })
  const contractId = items[0]?.id
  if (!contractId) return null
  const found = await apis.client.certificates.list({ contractId })
  return at(prefix, found.items[0]?.id)
}

/** Finds the newest listing of the catalog. */
const catalogListing = async (apis: Apis) => {
  const { items } = await apis.client.listings.list({ limit: 1 })
  return at('/catalog/', items[0]?.id)
}

/** Finds the newest listing of the vendor. */
const ownListing = async (apis: Apis) => {
  const { items } = await apis.vendor.listings.listOwn({ limit: 1 })
  const id = items[0]?.id
  return id === undefined ? null : `/vendor-listings/${id}/edit`
}

/** Finds an offer that the client accepted and has not paid. */
const unpaid = async (apis: Apis) => {
  const { items } = await apis.client.offers.listReceived({ limit: 100 })
  return at('/payment/', items.find(({ status }) => status === 'accepted')?.id)
}

const screen = (
  who: Who,
  name: string,
  path: Screen['path'] = `/${name}`,
  act?: Screen['act'],
): Screen => ({ who, name, path, act })

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

const visitorScreens = [
  screen('visitor', 'landing', '/'),
  screen('visitor', 'register-business'),
  screen('visitor', 'business-under-review'),
  screen('visitor', 'application-question', '/application-question#none'),
  screen('visitor', 'auth'),
  screen('visitor', 'forgot-password'),
  screen('visitor', 'sign-up'),
  screen('visitor', 'organization-signup'),
  screen('visitor', 'unauthorized'),
  screen('visitor', 'legal'),
  screen('visitor', 'legal-terms', '/legal/terms'),
  screen('visitor', 'measured'),
  screen('visitor', 'transparency'),
  screen('visitor', 'verify'),
  screen('visitor', 'not-found', '/storage'),
]

const clientScreens = [
  screen('client', 'dashboard-selection'),
  screen('client', 'client-dashboard'),
  screen('client', 'create-dpr'),
  screen('client', 'manage-dprs'),
  screen('client', 'dpr-details', dpr('/dpr-details/', 'active')),
  screen('client', 'vendor-offers'),
  screen('client', 'vendor-offers-of-dpr', dpr('/vendor-offers/', 'active')),
  screen('client', 'offer-preview', receivedPreview),
  screen('client', 'active-contracts'),
  screen('client', 'contract-details', contract('/contract-details/', 'client', 'pending_review')),
  screen('client', 'contract-disputed', contract('/contract-details/', 'client', 'disputed')),
  screen('client', 'download', download('pending_review')),
  screen('client', 'download-columns', download('pending_review', '?tab=columns')),
  screen('client', 'download-pairs', download('pending_review', '?tab=pairs')),
  screen('client', 'download-privacy', download('pending_review', '?tab=privacy')),
  screen('client', 'download-agreement', download('pending_review', '?tab=agreement')),
  screen('client', 'download-files', download('pending_review', '?tab=files')),
  screen('client', 'download-completed', download('completed')),
  screen('client', 'certificate', certificate('/certificates/')),
  screen('client', 'client-marketplace', '/marketplace'),
  screen('client', 'messages', '/client-dashboard', async (page) => {
    await press('Messages')(page)
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click()
  }),
  screen('client', 'payment', unpaid),
  screen('client', 'contract-dispute', contract('/contract-dispute/', 'client', 'disputed')),
  screen('client', 'open-dispute', contract('/contract-dispute/', 'client', 'pending_review')),
  screen('client', 'dossier', async (apis) => {
    const path = await certificate('/certificates/')(apis)
    return path && `${path}/dossier`
  }),
  screen('client', 'explore', download('pending_review', '?tab=columns'), press('Explore')),
  screen('client', 'catalog'),
  screen('client', 'catalog-listing', catalogListing),
  screen('client', 'billing-payments'),
  screen('client', 'contact-support'),
  screen('client', 'user-settings'),
  screen('client', 'privacy-security'),
  screen('client', 'notification-settings'),
  screen('client', 'company-profile'),
  screen('client', 'notifications', '/client-dashboard', press(/^Notifications/)),
]

const administratorScreens = [
  screen('administrator', 'organization-settings'),
  screen('administrator', 'organization-audit-log'),
  screen('administrator', 'approvals'),
  screen('administrator', 'single-sign-on', '/organization-settings/single-sign-on'),
  screen('administrator', 'developers'),
]

const vendorScreens = [
  screen('vendor', 'vendor-dashboard'),
  screen('vendor', 'marketplace'),
  screen('vendor', 'market-request', marketDpr('/marketplace/')),
  screen('vendor', 'submit-offer', marketDpr('/submit-offer/')),
  screen('vendor', 'vendor-my-offers'),
  screen('vendor', 'offer-details', offer('/offer-details/', 'pending')),
  screen('vendor', 'edit-offer', offer('/edit-offer/', 'pending')),
  screen('vendor', 'vendor-active-contracts'),
  screen('vendor', 'data-upload', contract('/data-upload/', 'vendor', 'in_progress')),
  screen('vendor', 'project-timeline', contract('/project-timeline/', 'vendor', 'active')),
  screen('vendor', 'payment-details', contract('/payment-details/', 'vendor', 'active')),
  screen(
    'vendor',
    'synthesis-progress',
    contract('/data-upload/', 'vendor', 'synthetic_processing'),
  ),
  screen('vendor', 'vendor-contract', contract('/contract-details/', 'vendor', 'active')),
  screen('vendor', 'vendor-listings'),
  screen('vendor', 'listing-editor', ownListing),
  screen('vendor', 'vendor-insights'),
  screen('vendor', 'vendor-company', '/company-profile'),
  screen('vendor', 'sources'),
  screen('vendor', 'vendor-earnings'),
  screen('vendor', 'bank-tax-info'),
]

const staffScreens = [
  screen('staff', 'admin'),
  screen('staff', 'admin-search', '/admin/search?q=halden'),
  screen('staff', 'admin-applications', '/admin/applications'),
  screen('staff', 'admin-applications-ask', '/admin/applications', (page) =>
    page.getByRole('radio', { name: /^Ask for more/ }).check(),
  ),
  screen('staff', 'admin-organizations', '/admin/organizations'),
  screen('staff', 'admin-users', '/admin/users'),
  screen('staff', 'admin-disputes', '/admin/disputes'),
  screen('staff', 'admin-dispute', dispute),
  screen('staff', 'admin-dispute-opened', dispute, press('Open Findings and Delivery')),
  screen('staff', 'admin-ledger', '/admin/ledger'),
  screen('staff', 'admin-adjustments', '/admin/ledger?tab=adjustments'),
  screen('staff', 'admin-tax-forms', '/admin/tax-forms'),
  screen('staff', 'admin-support', '/admin/support'),
  screen('staff', 'admin-jobs', '/admin/jobs'),
  screen('staff', 'admin-mail', '/admin/mail'),
  screen('staff', 'admin-audit-log', '/admin/audit-log'),
]

/** Lists all screens; their files have the same names. */
export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...clientScreens,
  ...administratorScreens,
  ...vendorScreens,
  ...staffScreens,
]
