/**
 * Defines states that an address alone does not show: lists in their other states, and dialogs
 * above a page.
 */
import type { Page } from 'playwright-core'
import type { CrawlUsers } from './crawl-fixtures.ts'

/** Lists states of pages by kind of user; `:draft` and the like are records of the crawl. */
export const states = {
  visitor: ['/auth?tab=sign-up'],
  client: [
    '/create-dpr?draft=:draft',
    '/create-dpr?from=:offeredDpr',
    '/manage-dprs?tab=pending',
    '/manage-dprs?tab=drafts',
    '/manage-dprs?tab=active&search=nothing+of+the+kind',
    '/vendor-offers/:offeredDpr?view=compare',
    '/vendor-offers/:openDpr',
    '/contract-details/:deliveredContract',
    '/contract-details/:completedContract',
    '/contract-details/:disputedContract',
    '/contract-dispute/:disputedContract',
    '/download/:deliveredDpr?tab=privacy',
    '/download/:deliveredDpr?tab=files',
    '/contact-support?contract=:contract',
    '/contact-support?ticket=:ticket',
  ],
  vendor: [
    '/vendor-dashboard?search=nothing+of+the+kind',
    '/marketplace?search=nothing+of+the+kind',
    '/submit-offer/:offeredDpr',
    '/vendor-my-offers?tab=rejected',
    '/offer-details/:unpaidOffer',
    '/edit-offer/:unpaidOffer',
    '/data-upload/:deliveredContract',
    '/vendor-listings/measure/:twin',
  ],
  staff: ['/admin/ledger?tab=entries', '/admin/ledger?tab=adjustments', '/admin/disputes?tab=open'],
} satisfies Partial<Record<keyof CrawlUsers, string[]>>

const press = (name: string) => async (page: Page) =>
  await page.getByRole('button', { name, exact: true }).first().click()

export const dialogs: {
  name: string
  by: keyof CrawlUsers
  path: string
  open?: (page: Page) => Promise<void>
}[] = [
  { name: 'Preview', by: 'client', path: '/create-dpr?draft=:draft', open: press('Preview') },
  {
    name: 'New listing from data',
    by: 'vendor',
    path: '/vendor-listings',
    open: press('New listing from data'),
  },
  {
    name: 'Contact vendors',
    by: 'client',
    path: '/dpr-details/:offeredDpr',
    open: press('Contact Vendors'),
  },
  {
    name: 'Accept Offer',
    by: 'client',
    path: '/vendor-offers/:offeredDpr',
    open: press('Accept Offer'),
  },
  {
    name: 'Reject Offer',
    by: 'client',
    path: '/vendor-offers/:offeredDpr',
    open: press('Reject Offer'),
  },
  {
    name: 'Propose Contract Changes',
    by: 'client',
    path: '/vendor-offers/:offeredDpr',
    open: press('Propose Changes'),
  },
  {
    name: 'Add a milestone',
    by: 'client',
    path: '/contract-details/:contract',
    open: press('Add Milestone'),
  },
  {
    name: 'Request Changes',
    by: 'client',
    path: '/contract-details/:deliveredContract',
    open: press('Request Changes'),
  },
  {
    name: 'Propose Settlement',
    by: 'client',
    path: '/contract-dispute/:disputedContract',
    open: press('Propose Settlement'),
  },
  {
    name: 'Write a review',
    by: 'client',
    path: '/company-profile/:vendor?review=:completedContract',
  },
  { name: 'Messages', by: 'client', path: '/client-dashboard?messages=:conversation' },
  { name: 'Messages, the list', by: 'vendor', path: '/vendor-dashboard?messages=all' },
  { name: 'Save search', by: 'vendor', path: '/marketplace', open: press('Save search') },
  { name: 'Saved searches', by: 'vendor', path: '/marketplace', open: press('Saved searches') },
  {
    name: 'Withdraw Offer',
    by: 'vendor',
    path: '/offer-details/:pendingOffer',
    open: press('Withdraw Offer'),
  },
]
