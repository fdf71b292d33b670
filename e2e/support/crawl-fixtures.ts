/** Two businesses with a record in every state, and the people who look at them. */
import { defaultLicense, type MemberRole, readCertificate } from '@semblance/contract'
import { inject } from 'vitest'
import type { People, Person } from './browser.ts'
import {
  acceptedIn,
  agree,
  deliver,
  fund,
  type Member,
  newEmployee,
  newMember,
  postDpr,
  sendOffer,
  sendSample,
  smallTable,
} from './deal-fixtures.ts'
import { newSignedIn } from './sessions.ts'
import { staff } from './steps.ts'

export type WalkRecords = Awaited<ReturnType<typeof trade>>

const url = inject('url')
/** Numbers and categories that depend on each other, so that pages show plots of every kind. */
const shownColumns = [0, 4, 6, 9, 12, 14]

/** Every price has odd cents, so that an amount of whole dollars on a page is a rounded one. */
const oddPrice = { priceCents: 18_537_37n }

export async function trade(buyer: Member, supplier: Member) {
  const unpaid = await agree(buyer, supplier, 'Awaiting payment', oddPrice)
  const funded = await agree(buyer, supplier, 'Under way', oddPrice)
  const delivered = await agree(buyer, supplier, 'Delivered', oddPrice)
  const completed = await agree(buyer, supplier, 'Completed', oddPrice)
  const disputed = await agree(buyer, supplier, 'In dispute', oddPrice)
  const paid = [funded, delivered, completed, disputed]
  await Promise.all(paid.map(({ offerId }) => fund(buyer, offerId)))
  const dispute = await buyer.api.disputes.open({
    contractId: disputed.contractId,
    reason: 'late',
    statement: 'Nothing has come.',
    asks: 'full_refund',
  })
  await supplier.api.disputes.propose({ disputeId: dispute.id, toVendorCents: 9_000_01n })
  const requests = await request(buyer, supplier)
  await Promise.all([
    sendSample(supplier, requests.pendingOffer, smallTable(600, shownColumns)),
    deliver(supplier, delivered.contractId, smallTable(2000, shownColumns)),
    deliver(supplier, completed.contractId, smallTable(300, [0, 1, 3])),
  ])
  await buyer.api.deliveries.release(completed)
  const listing = await list(supplier, completed.contractId)
  const twin = await supplier.api.twins.start({
    ...{ title: 'Measured for a listing', category: 'finance', privacyLevel: 'high' },
  })
  const { subscriptionId } = await buyer.api.subscriptions.start({
    ...{ listingId: listing, revision: 1, optionId: subscribed.id },
    priceCents: subscribed.priceCents,
  })
  const [certificate] = (await buyer.api.certificates.list(delivered)).items
  const { jws } = await buyer.api.certificates.get(certificate!)
  const { terms } = await acceptedIn(buyer.api)
  const { slug: vendor } = await supplier.api.companies.get({})
  return {
    ...requests,
    unpaidOffer: unpaid.offerId,
    contract: funded.contractId,
    deliveredDpr: delivered.dprId,
    deliveredContract: delivered.contractId,
    certificate: certificate!.id,
    license: readCertificate(jws)!.license!.id,
    legal: 'terms',
    legalVersion: `terms/${terms}`,
    completedContract: completed.contractId,
    disputedContract: disputed.contractId,
    dispute: dispute.id,
    listing,
    twin: twin.id,
    subscription: subscriptionId,
    vendor,
  }
}

const subscribed = {
  ...{ id: 'b', name: 'Each month anew', priceCents: 900_37n, license: defaultLicense },
  subscription: {
    pace: 'monthly' as const,
    ...{ revisions: 2, deliveryDays: 10, minRecords: 100, minAccuracyPercent: null },
  },
}

/** Publishes a listing of the twin of a contract. Returns its ID. */
async function list({ api }: Member, contractId: string): Promise<string> {
  await api.banking.save({
    revision: 0,
    bankName: 'First Bank',
    accountHolderName: 'Supplier',
    accountNumber: '000123456789',
    routingNumber: '021000021',
    accountType: 'business-checking',
    taxId: '12-3456780',
    businessType: 'llc',
    taxAddress: '1 Market Street',
    taxCity: 'San Francisco',
    taxState: 'CA',
    taxZip: '94105',
    additionalNotes: '',
  })
  const { items } = await api.listings.listable({})
  const [made] = items.filter((each) => each.contractId === contractId)
  const { id: listingId, content } = await api.listings.draft({
    deliveryId: made?.deliveryId ?? '',
  })
  const option = { id: 'a', name: 'Internal use', priceCents: 4_900_37n, license: defaultLicense }
  await api.listings.save({
    ...content,
    listingId,
    description: 'A twin of a small table, which is listed for all pages to show it.',
    dictionary: content.dictionary.map((each) => ({ ...each, description: `All of ${each.name}` })),
    options: [option, subscribed],
  })
  const accepted = await acceptedIn(api)
  await api.listings.publish({ listingId, mayResell: true, accepted })
  return listingId
}

/** Creates the objects that precede a contract. */
async function request(buyer: Member, supplier: Member) {
  const [openDpr, offeredDpr] = [await postDpr(buyer, 'Open'), await postDpr(buyer, 'Offered on')]
  const pendingOffer = await sendOffer(supplier, offeredDpr, oddPrice)
  await sendOffer(await newMember(url, 'vendor'), offeredDpr, { priceCents: 30_000_99n })
  await supplier.api.dprs.ask({ dprId: offeredDpr, question: 'By month?' })
  const { id: draft } = await buyer.api.dprs.saveDraft({ content: { title: 'A draft' } })
  const { id: conversation } = await buyer.api.negotiation.open({ offerId: pendingOffer })
  await buyer.api.negotiation.send({ conversationId: conversation, body: 'Is a sample possible?' })
  const { id: ticket } = await buyer.api.support.open({
    name: 'Robin Example',
    email: buyer.email,
    subject: 'A question',
    priority: 'low',
    message: 'Where is my invoice?',
    contractId: '',
  })
  const search = { search: '', category: 'finance', sort: 'newest' } as const
  await supplier.api.market.saveSearch({ ...search, name: 'Finance', alerts: true })
  return { openDpr, offeredDpr, pendingOffer, draft, conversation, ticket }
}

export type CrawlUsers = Record<
  'visitor' | 'client' | 'vendor' | 'administrator' | 'newcomer' | 'staff',
  Person
>

/**
 * Creates one signed-in user of each kind. The newcomer's organization has not approved them yet.
 */
export async function newCrawlUsers(
  people: People,
  { buyer, supplier }: { buyer: Member; supplier: Member },
): Promise<CrawlUsers> {
  const accounts = {
    visitor: null,
    client: await newColleague(buyer),
    vendor: await newColleague(supplier),
    administrator: buyer,
    newcomer: await newEmployee(buyer),
    staff,
  }
  const walkers = Object.entries(accounts).map(async ([kind, account]) => {
    const person = await (account ? newSignedIn(people, account) : people.newPerson())
    return [kind, person] as const
  })
  return Object.fromEntries(await Promise.all(walkers)) as CrawlUsers
}

/** Creates a user approved by the administrator, with these roles or the usual ones. */
export async function newColleague(of: Member, roles?: MemberRole[]) {
  const colleague = await newEmployee(of)
  const { items } = await of.api.organizations.listRequests({})
  const { id } = items.find(({ email }) => email === colleague.email)!
  await of.api.organizations.approveRequest({ id, roles })
  return colleague
}
