/** Tests which reads are open to visitors: each is a decision that is written down here. */
import { traverseContractProcedures } from '@orpc/server'
import { contract } from '@semblance/contract'
import { expect, test } from 'vitest'
import { isOpenToVisitors } from './visitors.ts'

/** Names the open reads of each noun. */
const open: Record<string, string> = {
  books: 'explain',
  banking: 'get',
  billing: 'get charges',
  stripe: 'standing',
  organizations: 'viewer get listRequests listMembers',
  dprs: 'list get drafts draft questions invitations',
  offers: 'listReceived listRequests listSent getSent agreement',
  contracts: 'list get',
  timelines: 'get',
  payments: 'checkout get history',
  payouts: 'overview list',
  invoices: 'list',
  disputes: 'list evidenceLink',
  deliveries: 'latest dataset fetched',
  certificates: 'get list',
  draws: 'list rights',
  findings: 'claimable checked list',
  licenses: 'get',
  listings: 'list get listOwn listable purchases getOwn',
  previews: 'ofDelivery ofOffer shown sample',
  earnings: 'summary list statement',
  estimates: 'accuracy price',
  insights: 'demand offers usage listings', // of the sample market
  market: 'browse counts suggestDprs suggestVendors',
  negotiation: 'list get contacts unreadCount messages attachmentLink terms termHistory',
  notifications: 'list',
  dashboards: 'setup client vendor',
  claims: 'figures',
  companies: 'get search reviews reviewable',
  scores: 'get many deliveries',
  search: 'everything',
  shipments: 'address list',
  sources: 'list get spendings ofDeal',
  legal: 'list get',
  transparency: 'status proof',
  twins: 'list get',
}

test('visitors may call these reads and no other', () => {
  const found: Record<string, string> = {}
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const { method } = procedure['~orpc'].route
    if (method !== 'GET' || !isOpenToVisitors(path.join('.'), method)) return
    const [noun = '', ...rest] = path
    found[noun] = [found[noun] ?? [], rest.join('.')].flat().join(' ')
  })
  expect(found).toEqual(open)
})

test('a read that no list names is closed to them', () => {
  expect(isOpenToVisitors('inventions.list', 'GET')).toBe(false)
})
