/** Answers the questions of the larger pages with ordinary values; a test replaces those it is about. */
import { z } from 'zod'
import type { Answers } from './fake-api.ts'
import { type OutputOf, type ProcedureName, procedures, type Sketch } from './procedures.ts'

/** The frame around every page goes on without its answers. */
const ofTheFrame = /organizations\.viewer|notifications\.|unreadCount|waitingCount|legal\.list$/

/** Lists the calls that pages make. */
export const pageCalls = ([...procedures.keys()] as ProcedureName[]).filter(
  (name) => !ofTheFrame.test(name),
)

/** Answers every call of a page alike; without a sketch, with ordinary values. */
export const answerAll = (answer?: () => unknown): Answers =>
  Object.fromEntries(pageCalls.map((name) => [name, answer]))

/** Answers every list with three ordinary rows, and every other call with ordinary values. */
export const answerThreeRows = (): Answers =>
  Object.fromEntries(pageCalls.map((name) => [name, threeRows(name)]))

/** Sketches three rows for a list; undefined, ordinary values, for another call. */
export function threeRows(name: ProcedureName): unknown {
  const schema = procedures.get(name)?.['~orpc'].outputSchema
  return schema instanceof z.ZodObject && 'items' in schema.shape
    ? { items: [{}, {}, {}] }
    : undefined
}

const none = { items: [] }

/** A vendor who has delivered and previewed nothing yet. */
const noSources: Answers = {
  'sources.list': none,
  'sources.ofDeal': null,
  'deliveries.forecast': { source: null, drawsFrom: null, reason: 'new_data', fits: true },
  'deliveries.profiles': { tables: [] },
  'estimates.accuracy': { accuracyPercent: 95, errorPoints: 2, noisePoints: 1 },
}

const dayMs = 86_400_000

/** Returns a moment so many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * dayMs)

type Dpr = Sketch<OutputOf<'dprs.get'>>
type Contract = Sketch<OutputOf<'contracts.get'>>
type SentOffer = Sketch<OutputOf<'offers.getSent'>>
type ReceivedOffer = NonNullable<Sketch<OutputOf<'offers.listReceived'>>['items']>[number]

/** An open request with the usual terms. */
const openDpr: Dpr = {
  id: 'DPR-1001',
  title: 'Card transactions',
  category: 'finance',
  description: 'Income and demographics, one row per person.',
  useCase: 'Training a credit model',
  complianceRequirements: 'GDPR',
  budgetMinCents: 15_000_00n,
  budgetMaxCents: 25_000_00n,
  timelineDays: 14,
}

/** Answers a request's own page, as one of its client or, with `isOwn: false`, of a vendor. */
export const dprPage = (changes: Dpr = {}): Answers => ({
  'dprs.get': { ...openDpr, closesAt: inDays(20), isOwn: true, ...changes },
  'dashboards.setup': { isOver: true },
  'dprs.questions': none,
  'dprs.invitations': none,
  'market.suggestVendors': none,
  'estimates.price': null,
  'payouts.overview': { obstacle: null },
})

/** Answers the list of a client's requests. */
export const dprList: Answers = { 'dprs.list': none, 'dprs.drafts': none, 'estimates.price': null }

/** Answers the marketplace. */
export const marketPage: Answers = {
  'market.browse': none,
  'market.counts': {},
  'market.suggestDprs': none,
  'market.savedSearches': none,
}

const terms = {
  priceCents: 18_500_00n,
  timelineDays: 10,
  description: 'Census microdata, cleaned.',
  deliverables: ['Table'],
  dataFormats: ['csv' as const],
  revision: 1,
  asked: { budgetMinCents: 15_000_00n, budgetMaxCents: 25_000_00n, timelineDays: 14 },
}

/** Answers the pages of an offer that a vendor has sent. */
export const sentOfferPage = (changes: SentOffer = {}): Answers => ({
  'offers.getSent': {
    id: 'OFF-3001',
    dprId: 'DPR-1001',
    dprTitle: 'Card transactions',
    ...terms,
    ...changes,
  },
  'dprs.get': { ...openDpr, closesAt: inDays(20), isOwn: false },
  'previews.sample': null,
  ...noSources,
})

/** Answers the agreement of an offer, whose hash ends in the revision. */
export const agreementOf = (revision: number): Answers['offers.agreement'] => ({
  agreementSha256: `${'0'.repeat(63)}${revision}`,
  content: {
    ...{ offer: 'OFF-3001', revision, title: 'Card transactions', legal: [] },
    client: { name: 'Halden Retail' },
    vendor: { name: 'Meridian Synthetics' },
    asked: { reviewDays: 14, dataContractSha256: null, minRecords: null },
    terms: { price: '1800000', services: '0' },
  },
  consents: [],
})

/** Answers the offers that a client has received on one request. */
export const receivedOffers = (...offers: ReceivedOffer[]): Answers => ({
  ...dprPage({ offersCount: offers.length, status: 'open' }),
  'offers.agreement': agreementOf(offers[0]?.revision ?? 1),
  'offers.listRequests': none,
  'offers.markSeen': undefined,
  'offers.listReceived': ({ closed }) => ({
    items: closed
      ? []
      : offers.map((offer, index) => ({
          id: `OFF-300${index + 1}`,
          dprId: 'DPR-1001',
          dprTitle: 'Card transactions',
          ...terms,
          vendor: { name: 'Meridian Synthetics' },
          ...offer,
        })),
  }),
})

/** Answers a contract's own page. */
export const contractPage = (changes: Contract = {}): Answers => ({
  'contracts.get': {
    id: 'CTR-2001',
    offerId: 'OFF-3001',
    dprId: 'DPR-1001',
    title: 'Card transactions',
    clientName: 'Halden Retail',
    vendorName: 'Meridian Synthetics',
    priceCents: 18_500_00n,
    status: 'in_progress',
    ...changes,
  },
  ...noSources,
  'contracts.list': none,
  'payments.get': { contractId: 'CTR-2001', title: 'Card transactions', side: changes.side },
  'payments.history': none,
  'invoices.list': none,
  'disputes.list': { items: [] },
  'findings.list': { items: [] },
  'findings.claimable': null,
  'certificates.list': { items: [] },
  'deliveries.latest': null,
  'pushes.list': none,
  'pushes.destinations': none,
})

/** Answers the contact page without earlier messages. */
export const supportPage: Answers = {
  'support.list': none,
  'support.received': none,
  'contracts.list': none,
}

/** Answers the dashboards without any activity. */
export const quietDashboards: Answers = {
  ...marketPage,
  'dashboards.client': {},
  'dashboards.setup': { isOver: true },
  'dashboards.vendor': {},
  'contracts.list': none,
  'offers.listRequests': none,
  'offers.listReceived': none,
  'offers.listSent': none,
}
