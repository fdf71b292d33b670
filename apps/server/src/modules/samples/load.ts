/**
 * Loads the sample marketplace, once: the same services that serve real organizations make its rows,
 * so its figures come from the same queries. Money in it is real ledger entries.
 */
import { join } from 'node:path'
import { dprForm, MAX_OPEN_DAYS } from '@semblance/contract'
import { z } from 'zod'
import type { Ctx, Platform } from '../../platform/context.ts'
import { system, type Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import type { Auth } from '../auth/service.ts'
import { cancelDpr } from '../closings/service.ts'
import { replyToReview, reviewContract } from '../companies/service.ts'
import { markDelivered, markProcessing } from '../contracts/service.ts'
import { deliverFile, releaseDelivery } from '../deliveries/service.ts'
import { createDpr, saveDraft } from '../dprs/service.ts'
import { releaseEscrow } from '../escrow/service.ts'
import { notify } from '../notifications/service.ts'
import { acceptOffer, changeTerms, rejectOffer, submitOffer } from '../offers/service.ts'
import { admit } from '../profiles/service.ts'
import { loadAdjustments } from './adjustments.ts'
import { loadBanking } from './banking.ts'
import {
  type CompanyKey,
  companies,
  newcomers,
  people,
  pitches,
  samplePassword,
} from './companies.ts'
import { loadDisputes } from './disputes.ts'
import { loadConversations, loadReads } from './load-conversations.ts'
import { loadMilestones } from './milestones.ts'
import { detailsOf } from './offer-details.ts'
import pastRequests from './past-requests.json' with { type: 'json' }
import { payInPast } from './payments.ts'
import { loadPayouts } from './payouts.ts'
import {
  areLoaded,
  arePeopleLoaded,
  backdate,
  findContract,
  findPerson,
  insertApplications,
  insertCompanies,
  insertOfferViews,
  insertStaffRole,
  insertTickets,
} from './queries.ts'
import { askedFor, sampleDraft } from './request-details.ts'
import { loadThreads } from './request-threads.ts'
import requests from './requests.json' with { type: 'json' }
import { loadSavedSearches } from './saved-searches.ts'

const DAY_MS = 86_400_000

const company = z.enum(Object.keys(companies) as [CompanyKey, ...CompanyKey[]])

const sampleOffer = z.object({
  vendor: company,
  priceDollars: z.int().transform(BigInt),
  timelineDays: z.int(),
  /** What the vendor changed its offer to later on. */
  revised: z.object({ priceDollars: z.int().transform(BigInt), timelineDays: z.int() }).optional(),
  outcome: z.enum(['accepted', 'funded', 'declined', 'completed']).optional(),
  reason: z.string().optional(),
  /** What the client wrote after completion, and the vendor's answer. */
  review: z
    .object({ rating: z.int(), comment: z.string(), reply: z.string().optional() })
    .optional(),
  /** The original that the vendor has delivered, in sample-data/, and whether the client has accepted its twin. */
  delivery: z.object({ file: z.string(), released: z.boolean().default(false) }).optional(),
})

const sampleRequest = z.object({
  client: company,
  category: dprForm.shape.category,
  title: z.string(),
  description: z.string(),
  useCase: z.string(),
  deliveryFormat: dprForm.shape.deliveryFormat,
  budgetDollars: z.tuple([z.int().transform(BigInt), z.int().transform(BigInt)]),
  timelineDays: z.int(),
  /** Days before the load at which it was posted; offers and decisions follow within the days since. */
  ageDays: z.int(),
  /** Whether its client has taken it back. */
  cancelled: z.boolean().default(false),
  /** Days before the load at which it was over; 0 while it goes on. */
  endedDays: z.int().default(0),
  offers: z.array(sampleOffer),
})

type SampleRequest = z.infer<typeof sampleRequest>

/** Does nothing when the samples are there. Accounts come last, so nobody is mailed about the past. */
export async function loadSamples(
  platform: Platform,
  { createUser }: Pick<Auth, 'createUser'>,
): Promise<void> {
  const oldestFirst = z
    .array(sampleRequest)
    .parse([...requests, ...pastRequests])
    .sort((a, b) => b.ageDays - a.ageDays)
  await platform.db.transaction(system, async (tx) => {
    if (await areLoaded(tx)) return
    await insertCompanies(tx)
    await insertApplications(tx)
    await loadBanking((key, at) => actingFor(platform, tx, key, at))
    for (const request of oldestFirst) await loadRequest(platform, tx, request)
    await loadPayouts((key, at) => actingFor(platform, tx, key, at))
    await saveDraft(actingFor(platform, tx, 'halden', new Date()), { content: sampleDraft })
    await loadConversations((key, at) => actingFor(platform, tx, key, at))
    await loadDisputes((key, at) => actingFor(platform, tx, key, at))
  })
  for (const request of oldestFirst) await loadDelivery(platform, request)
  await platform.db.transaction(system, async (tx) => {
    if (await arePeopleLoaded(tx)) return
    for (const person of newcomers) await signUpPerson(tx, createUser, person)
    for (const person of people) await loadPerson(tx, createUser, person)
    await insertOfferViews(tx, companies.halden.id)
    await loadReads(tx)
    await loadSearches(platform, tx)
    await loadNotices(platform, tx)
    await insertTickets(tx, new Date())
    await loadAdjustments((now) => actingFor(platform, tx, 'halden', now), {
      one: await findPerson(tx, 'staff@sample.test'),
      other: await findPerson(tx, 'staff2@sample.test'),
    })
    await enqueue(tx, 'bank.reconcile', {}) // the past month's statements, for staff
  })
}

/** A real delivery, made by the engine; taken up again at the next start when this one is cut off. */
async function loadDelivery(platform: Platform, request: SampleRequest): Promise<void> {
  const offer = request.offers.find(({ delivery }) => delivery)
  if (!offer?.delivery) return
  const { file, released } = offer.delivery
  const contract = await platform.db.transaction(system, (tx) =>
    findContract(tx, request.title, companies[request.client].id),
  )
  if (contract?.status === 'in_progress') {
    const original = join(import.meta.dirname, '../../../sample-data', file)
    const asVendor = (tx: Tx) => actingFor(platform, tx, offer.vendor, new Date())
    await deliverFile(platform, asVendor, {
      contractId: contract.id,
      fileName: file,
      path: original,
    })
  }
  if (released && contract && contract.status !== 'completed')
    await platform.db.transaction(system, async (tx) => {
      const acting = (key: CompanyKey) => actingFor(platform, tx, key, new Date())
      const client = acting(request.client)
      await releaseDelivery(client, contract.dpr_id)
      if (offer.review) await loadReview(client, acting(offer.vendor), contract.id, offer.review)
    })
}

async function loadRequest(platform: Platform, tx: Tx, request: SampleRequest): Promise<void> {
  const now = Date.now()
  /** A moment at a share of the time since the request was posted; never in the future. */
  const spanDays = request.ageDays + 0.2 - request.endedDays
  const at = (share: number) =>
    new Date(now - (request.endedDays + spanDays * (1 - share)) * DAY_MS)
  const client = (share: number) => actingFor(platform, tx, request.client, at(share))
  const vendor = (key: CompanyKey, share: number) => actingFor(platform, tx, key, at(share))
  const { id: dprId } = await createDpr(client(0), formOf(request))
  await backdate(tx, 'dprs', dprId, at(0))
  await loadThreads({ client, vendor }, { dprId, title: request.title })
  const decided: { id: string; offer: SampleRequest['offers'][number] }[] = []
  for (const [index, offer] of request.offers.entries()) {
    const share = 0.1 + 0.1 * index
    const { id } = await submitOffer(vendor(offer.vendor, share), {
      dprId,
      priceCents: offer.priceDollars * 100n,
      timelineDays: offer.timelineDays,
      description: pitches[offer.vendor]!,
      termsAccepted: true,
      ...detailsOf(offer.vendor),
    })
    await backdate(tx, 'offers', id, at(share))
    if (offer.revised)
      await changeTerms(actingFor(platform, tx, offer.vendor, at(0.5)), {
        offerId: id,
        baseRevision: 1,
        changedBy: companies[offer.vendor].id,
        changes: {
          priceCents: offer.revised.priceDollars * 100n,
          timelineDays: offer.revised.timelineDays,
        },
      })
    if (offer.outcome) decided.push({ id, offer })
  }
  for (const { id, offer } of decided) {
    if (offer.outcome === 'declined')
      await rejectOffer(client(0.6), { offerId: id, reason: offer.reason })
    else {
      const contractId = await loadContract(client, id, offer.outcome !== 'accepted')
      if (offer.outcome === 'funded')
        await loadMilestones(
          { id: contractId, title: request.title },
          { client: client(0.85), vendor: vendor(offer.vendor, 0.9) },
        )
      if (offer.outcome !== 'completed') continue
      await loadCompletion({
        client,
        vendor: vendor(offer.vendor, 1.1),
        contractId,
        review: offer.review,
      })
    }
  }
  if (request.cancelled) await cancelDpr(client(0.9), dprId)
}

const formOf = (request: SampleRequest) =>
  dprForm.parse({
    ...request,
    ...askedFor(request.category, request.title),
    complianceRequirements: 'GDPR and CCPA; no direct identifiers',
    contacts: companies[request.client].email,
    budgetMinCents: request.budgetDollars[0] * 100n,
    budgetMaxCents: request.budgetDollars[1] * 100n,
    closesInDays: MAX_OPEN_DAYS,
  })

async function loadContract(
  client: (share: number) => Ctx,
  offerId: string,
  funded: boolean,
): Promise<string> {
  const signing = client(0.6)
  const { contractId } = await acceptOffer(signing, { offerId, revision: 1 })
  await backdate(signing.tx, 'contracts', contractId, signing.now)
  if (!funded) return contractId
  const bankAccount = {
    accountHolderName: signing.actor.organization!.name,
    accountNumber: '000123456789',
    routingNumber: '021000021',
    bankName: 'First National Bank',
  }
  await payInPast(client(0.7), { offerId, contractId, bankAccount })
  return contractId
}

/** A delivery of the past: its files are gone with the client's download. */
async function loadCompletion(past: {
  client: (share: number) => Ctx
  vendor: Ctx
  contractId: string
  review: SampleRequest['offers'][number]['review']
}): Promise<void> {
  const { client, vendor, contractId, review } = past
  const { tx } = vendor
  await markProcessing(tx, contractId, client(0.85).now)
  await markDelivered(tx, contractId, client(0.9).now)
  await releaseEscrow(client(0.98), contractId)
  if (review) await loadReview(client(1), vendor, contractId, review)
}

async function loadReview(
  client: Ctx,
  vendor: Ctx,
  contractId: string,
  { reply, ...words }: { rating: number; comment: string; reply?: string },
): Promise<void> {
  const { id } = await reviewContract(client, { contractId, ...words })
  if (reply) await replyToReview(vendor, { reviewId: id, reply })
}

type Person = (typeof people | typeof newcomers)[number]

async function loadPerson(
  tx: Tx,
  createUser: Auth['createUser'],
  person: (typeof people)[number],
): Promise<void> {
  const id = await signUpPerson(tx, createUser, person)
  const organization = person.company && companies[person.company]
  if (!organization) await insertStaffRole(tx, id)
  else if (organization.email !== person.email) await admit(tx, id, organization)
}

async function signUpPerson(
  tx: Tx,
  createUser: Auth['createUser'],
  { email, company, ...names }: Person,
): Promise<string> {
  const organization = company && companies[company]
  const { id } = await createUser(tx, {
    email,
    password: samplePassword,
    metadata: {
      ...names,
      company_name: organization?.name ?? 'Semblance',
      organization_id: organization?.organization_id ?? '',
    },
  })
  return id
}

async function loadNotices(platform: Platform, tx: Tx): Promise<void> {
  await notify(
    { tx, platform },
    {
      organizationId: companies.halden.id,
      type: 'offer',
      title: 'New offer received',
      message: 'Tessera Analytics sent an offer on Retail Customer Purchase Histories.',
      path: '/vendor-offers',
    },
  )
  await notify(
    { tx, platform },
    {
      organizationId: companies.meridian.id,
      type: 'offer',
      title: 'Offer accepted',
      message: 'Your offer on Price and Promotion Response was accepted.',
      path: '/vendor-my-offers',
    },
  )
}

async function loadSearches(platform: Platform, tx: Tx): Promise<void> {
  const ctx = actingFor(platform, tx, 'meridian', new Date())
  const userId = await findPerson(tx, 'vendor@sample.test')
  await loadSavedSearches({ ...ctx, actor: { ...ctx.actor, userId } })
}

/** The context of a company's own member, at a moment of the past. */
function actingFor(platform: Platform, tx: Tx, key: CompanyKey, now: Date): Ctx {
  const { id, name, organization_id, is_client, is_vendor } = companies[key]
  return {
    tx,
    platform,
    now,
    actor: {
      userId: null,
      email: null,
      roles: [],
      isStaff: false,
      membership: 'active',
      organization: {
        id,
        name,
        organizationId: organization_id,
        isClient: is_client,
        isVendor: is_vendor,
        isSample: true,
      },
      readsAs: { client: is_client ? id : null, vendor: is_vendor ? id : null },
    },
  }
}
