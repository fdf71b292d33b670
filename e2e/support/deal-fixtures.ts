/** Steps of the trade taken through the public API, for journeys whose story begins later. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@semblance/contract'
import { createClient } from '@supabase/supabase-js'
import { ask } from './ask.ts'
import { linkIn, organizationIdIn, readMail } from './mailbox.ts'
import { staff } from './steps.ts'

type Api = ContractRouterClient<typeof contract>

export type Member = {
  url: string
  email: string
  password: string
  company: string
  organizationId: string
  token: string
  api: Api
}

const run = randomUUID().slice(0, 8)
let made = 0

async function accounts(url: string) {
  const config = (await (await ask(`${url}/config.json`)).json()) as {
    supabaseUrl: string
    supabaseKey: string
  }
  return createClient(config.supabaseUrl, config.supabaseKey, {
    auth: { persistSession: false },
    global: { fetch: ask },
  })
}

/** Returns the API for the bearer of the token, or for a visitor. */
export function apiAs(url: string, token?: string): Api {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  return createORPCClient(new RPCLink({ url: `${url}/api/rpc`, headers, fetch: ask }))
}

export async function tokenOf(
  url: string,
  who: { email: string; password: string },
): Promise<string> {
  const { data, error } = await (await accounts(url)).auth.signInWithPassword(who)
  if (error) throw error
  return data.session.access_token
}

const desks = new Map<string, Api>()

/** Returns the API for staff, who sign in once for all the members that this worker makes. */
async function deskOf(url: string): Promise<Api> {
  const desk = desks.get(url) ?? apiAs(url, await tokenOf(url, staff))
  desks.set(url, desk)
  return desk
}

/**
 * Creates a business that applied, was approved for `role`, and whose first member has signed up.
 */
export async function newMember(url: string, role: 'client' | 'vendor'): Promise<Member> {
  made += 1
  const company = `${role === 'client' ? 'Buyer' : 'Supplier'} ${run}-${made}`
  const email = `${role}-${run}-${made}@people.test`
  const password = 'a long password'
  const supabase = await accounts(url)
  const { error } = await supabase.from('business_applications').insert({
    business_name: company,
    business_email: email,
    business_address: '1 Long Street',
    city: 'Berlin',
    country: 'DE',
    industry: 'finance',
    business_description: 'We trade data, with care.',
    contact_person: 'Robin Example',
    status: 'pending',
  })
  if (error) throw error
  const desk = (await deskOf(url)).applications
  const { items } = await desk.list({ limit: 100 })
  const application = items.find(({ businessEmail }) => businessEmail === email)!
  await desk.approve({ id: application.id, roles: [role] })
  const organizationId = organizationIdIn(await readMail(url, email, /approved/))
  const member = { url, email, password, company, organizationId }
  await signUp(member)
  const token = await tokenOf(url, member)
  return { ...member, token, api: apiAs(url, token) }
}

/** Creates another user of the same organization, not yet approved. */
export async function newEmployee(of: Member) {
  made += 1
  const employee = { ...of, email: `employee-${run}-${made}@people.test` }
  await signUp(employee)
  return employee
}

async function signUp(who: Omit<Member, 'token' | 'api'>) {
  const { error } = await (await accounts(who.url)).auth.signUp({
    email: who.email,
    password: who.password,
    options: {
      data: {
        first_name: 'Robin',
        last_name: 'Example',
        company_name: who.company,
        organization_id: who.organizationId,
        accepted: await acceptedIn(apiAs(who.url)),
      },
    },
  })
  if (error) throw error
  const confirmation = await readMail(who.url, who.email, /Confirm/)
  await ask(linkIn(confirmation), { redirect: 'manual' })
}

/** Names the legal documents in force, as a person who has read them sends them. */
export async function acceptedIn(api: Api): Promise<Record<string, string>> {
  const documents = (await api.legal.list({})).items
  return Object.fromEntries(documents.map(({ document, version }) => [document, version]))
}

type DprChanges = Partial<Parameters<Api['dprs']['create']>[0]>
type OfferChanges = Partial<Parameters<Api['offers']['submit']>[0]>

export async function postDpr(
  client: Member,
  title: string,
  changes: DprChanges = {},
): Promise<string> {
  const { id } = await client.api.dprs.create({
    title,
    category: 'finance',
    description: 'Income and demographics, one row per person.',
    useCase: 'Training a credit model',
    complianceRequirements: 'GDPR',
    deliveryFormat: 'csv',
    contacts: client.email,
    budgetMinCents: 15_000_00n,
    budgetMaxCents: 25_000_00n,
    timelineDays: 14,
    minAccuracyPercent: null,
    ...changes,
  })
  return id
}

export async function sendOffer(
  vendor: Member,
  dprId: string,
  changes: OfferChanges = {},
): Promise<string> {
  const { id } = await vendor.api.offers.submit({
    dprId,
    priceCents: 18_500_00n,
    timelineDays: 10,
    description: 'Census microdata, cleaned.',
    minAccuracyPercent: null,
    accepted: await acceptedIn(vendor.api),
    ...changes,
  })
  return id
}

export type Deal = { dprId: string; offerId: string; contractId: string }

/** Creates a contract that awaits payment. */
export async function agree(
  client: Member,
  vendor: Member,
  title: string,
  offer: OfferChanges = {},
): Promise<Deal> {
  const dprId = await postDpr(client, title)
  const offerId = await sendOffer(vendor, dprId, offer)
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  return { dprId, offerId, contractId }
}

/** Pays, and waits for the bank to settle. */
export async function fund(client: Member, offerId: string): Promise<void> {
  const { contractId } = await client.api.payments.fund({
    offerId,
    bankAccount: {
      accountHolderName: client.company,
      accountNumber: '000123456789',
      routingNumber: '021000021',
      bankName: 'First Bank',
    },
    accepted: await acceptedIn(client.api),
  })
  const isPending = async () =>
    (await client.api.contracts.get({ contractId })).status === 'awaiting_payment'
  while (await isPending()) await sleep(100)
}

/** Returns the first rows of the fixture, for speed; with all columns, or with those at the given places. */
export function smallTable(rows = 2000, columns?: readonly number[]): Buffer {
  const table = readFileSync(join(import.meta.dirname, '../fixtures/adult.csv'), 'utf8')
  const lines = table.split('\n').slice(0, rows + 1)
  const kept = lines.map((line) => {
    const cells = line.split(',')
    return columns ? columns.map((place) => cells[place]).join(',') : line
  })
  return Buffer.from(`${kept.join('\n')}\n`)
}

/** Uploads a table in the name of the vendor and waits until its twin is ready. */
export async function deliver(
  vendor: Member,
  contractId: string,
  table = smallTable(),
): Promise<void> {
  await uploadFile(vendor, contractId, 'adult.csv', table)
  await vendor.api.deliveries.inspect({ contractId })
  await untilDelivery(vendor, contractId, 'review')
  await vendor.api.deliveries.submit({ contractId })
  await untilDelivery(vendor, contractId, 'ready')
}

async function untilDelivery(vendor: Member, contractId: string, status: 'review' | 'ready') {
  const onTheWay = status === 'review' ? ['inspecting'] : ['queued', 'processing']
  for (;;) {
    const delivery = await vendor.api.deliveries.latest({ contractId })
    if (delivery?.status === status) return
    if (!delivery || !onTheWay.includes(delivery.status))
      throw new Error(`The delivery is ${delivery?.status}: ${delivery?.reason}`)
    await sleep(250)
  }
}

/** Sends a sample with an offer, and waits for its preview. */
export async function sendSample(
  vendor: Member,
  offerId: string,
  table = smallTable(),
): Promise<void> {
  const { status } = await ask(`${vendor.url}/api/offers/${offerId}/sample?fileName=adult.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${vendor.token}` },
    body: new Uint8Array(table),
  })
  if (status !== 201) throw new Error(`The sample was answered with ${status}.`)
  for (;;) {
    const sample = await vendor.api.previews.sample({ offerId })
    if (sample?.state === 'ready') return
    if (sample?.state !== 'making') throw new Error(`The sample is ${sample?.state}.`)
    await sleep(250)
  }
}

/** The two requests of a tus upload; answers its ID. */
async function uploadFile({ url, token }: Member, contractId: string, name: string, bytes: Buffer) {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const text = (value: string) => Buffer.from(value).toString('base64')
  const created = await ask(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `contractId ${text(contractId)},filename ${text(name)}`,
    },
  })
  const location = new URL(created.headers.get('location') ?? '', url)
  await ask(location, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  return location.pathname.split('/').at(-1) ?? ''
}
