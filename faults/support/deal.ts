/**
 * One deal from the offer to the payout, taken through the API by people who, when something fails,
 * look again and go on, as the pages do.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bankAccount, dprForm } from '../../apps/server/testing/fixtures/deal-fixtures.ts'
import type { Api } from '../../apps/server/testing/fixtures/market-fixtures.ts'
import type { Installation } from './cluster.ts'
import { tableOf } from './tables.ts'

/** Lists the steps of a deal in order; a step's name is what is true after it. */
export const steps = [
  'offered',
  'agreed',
  'payment_sent',
  'funded',
  'half_uploaded',
  'uploaded',
  'inspecting',
  'reviewed',
  'submitted',
  'processing',
  'ready',
  'half_downloaded',
  'downloaded',
  'released',
  'paid_out',
] as const
export type Step = (typeof steps)[number]

/** Stays below the amounts for which a payment needs a fresh proof of identity. */
export const PRICE_CENTS = 5_000_00n

/** Limits one step, with the outage in which it begins. */
const STEP_LIMIT_MS = 150_000
const PAUSE_MS = 250

export type Deal = {
  title: string
  dprId: string
  offerId: string
  contractId: string
  table: Buffer<ArrayBuffer>
  uploadPath: string
  /** Holds the twin as far as it is read. */
  twin: { id: string; bytes: number; sha256: string; parts: Buffer[] } | null
  done: Step | null
}

export type Parts = { cluster: Installation; deal: Deal; client: Api; vendor: Api }

/** Reports that a deal has taken a way from which it cannot return. */
class LostDeal extends Error {}

const titles = new Map<string, number>()

/**
 * Begins a deal about a table of `rows` rows; without a call to the servers. A second try of a test gets
 * titles of its own: its mails are not those of the first once more.
 */
export function newDeal(title: string, rows = 600): Deal {
  const tries = (titles.get(title) ?? 0) + 1
  titles.set(title, tries)
  const ids = { dprId: '', offerId: '', contractId: '', uploadPath: '' }
  const own = tries === 1 ? title : `${title}, try ${tries}`
  return { title: own, ...ids, table: tableOf(rows), twin: null, done: null }
}

/** Takes the deal through all steps up to `last`. Throws what stood in the way for too long. */
export async function advance(cluster: Installation, deal: Deal, last: Step): Promise<void> {
  const { client, vendor } = cluster.parties
  const apis = { client: cluster.apiOf(client.token), vendor: cluster.apiOf(vendor.token) }
  const parts = { cluster, deal, ...apis }
  const from = deal.done ? steps.indexOf(deal.done) + 1 : 0
  for (const step of steps.slice(from, steps.indexOf(last) + 1)) {
    await persist(`${deal.title}: ${step}`, () => takers[step](parts))
    deal.done = step
  }
}

/** Reports an answer of the transfers, which are not part of the typed API. */
export class Refused extends Error {
  readonly status: number

  constructor(what: string, status: number) {
    super(`${what} was answered with ${status}.`)
    this.status = status
  }
}

/** Returns true if trying again may help: no answer, a fault of the platform, or a lock. */
function isPassing(error: unknown): boolean {
  if (error instanceof LostDeal) return false
  const { status } = error as { status?: number }
  return status === undefined || status >= 500 || [408, 409, 423, 429].includes(status)
}

/** Repeats a step until it returns true. Throws what no waiting changes, or when the time is up. */
export async function persist(name: string, attempt: () => Promise<boolean>): Promise<void> {
  let last: unknown = 'it was not done yet'
  for (const giveUpAt = Date.now() + STEP_LIMIT_MS; Date.now() < giveUpAt; await sleep(PAUSE_MS)) {
    try {
      if (await attempt()) return
    } catch (error) {
      if (!isPassing(error)) throw new Error(`${name} was refused.`, { cause: error })
      last = error
    }
  }
  throw new Error(`${name} took longer than ${STEP_LIMIT_MS / 1000} s.`, { cause: last })
}

/** Names the legal documents in force, as a person who has read them sends them. */
async function acceptedIn(api: Api): Promise<Record<string, string>> {
  const documents = (await api.legal.list({})).items
  return Object.fromEntries(documents.map(({ document, version }) => [document, version]))
}

/** Each returns true once its step is done; a repeated call does nothing twice. */
const takers: Record<Step, (parts: Parts) => Promise<boolean>> = {
  offered: async ({ deal, client, vendor }) => {
    const budget = { budgetMinCents: PRICE_CENTS, budgetMaxCents: PRICE_CENTS * 2n }
    const { id } = await client.dprs.create({ ...dprForm, title: deal.title, ...budget })
    const terms = { priceCents: PRICE_CENTS, timelineDays: 10, description: 'A loyalty panel.' }
    const accepted = await acceptedIn(vendor)
    const offer = await vendor.offers.submit({
      dprId: id,
      ...terms,
      minAccuracyPercent: null,
      accepted,
    })
    Object.assign(deal, { dprId: id, offerId: offer.id })
    return true
  },
  agreed: async ({ deal, client }) => {
    const { items } = await client.contracts.list({ side: 'client', limit: 100 })
    const known = items.find(({ dprId }) => dprId === deal.dprId)
    if (known) deal.contractId = known.id
    else {
      const accepted = await client.offers.accept({ offerId: deal.offerId, revision: 1 })
      deal.contractId = accepted.contractId
    }
    return true
  },
  payment_sent: async ({ deal, client }) => {
    const isNew = await client.payments
      .fund({
        ...{ offerId: deal.offerId, bankAccount, accepted: await acceptedIn(client) },
      })
      .then(
        () => true,
        (error) => {
          if (isCode(error, 'payment_underway', 'contract_not_payable')) return true
          throw error
        },
      )
    return isNew
  },
  funded: async ({ deal, client }) =>
    (await client.contracts.get({ contractId: deal.contractId })).status !== 'awaiting_payment',
  half_uploaded: async (parts) => {
    const { deal } = parts
    deal.uploadPath ||= await createUpload(parts)
    const half = Math.floor(deal.table.length / 2)
    return (await sendUpTo(parts, half)) >= half
  },
  uploaded: async (parts) => {
    const { table } = parts.deal
    return (await sendUpTo(parts, table.length)) === table.length
  },
  inspecting: async ({ deal: { contractId }, vendor }) => {
    const status = (await vendor.deliveries.latest({ contractId }))?.status
    if (status === 'draft') await vendor.deliveries.inspect({ contractId })
    return true
  },
  reviewed: (parts) => isAt(parts, ['review'], ['inspecting']),
  submitted: async (parts) => {
    const { contractId } = parts.deal
    if (await isAt(parts, ['queued', 'processing', 'ready'], ['review'])) return true
    await parts.vendor.deliveries.submit({ contractId })
    return true
  },
  processing: (parts) => isAt(parts, ['processing', 'ready'], ['queued']),
  ready: (parts) => isAt(parts, ['ready'], ['queued', 'processing']),
  half_downloaded: async (parts) => {
    parts.deal.twin ??= await findTwin(parts)
    return await readTwin(parts, Math.floor(parts.deal.twin.bytes / 2))
  },
  downloaded: async (parts) => {
    const { twin } = parts.deal
    if (!(await readTwin(parts, twin!.bytes))) return false
    const sha256 = createHash('sha256').update(Buffer.concat(twin!.parts)).digest('hex')
    if (sha256 !== twin!.sha256) throw new LostDeal(`The twin of ${parts.deal.title} is damaged.`)
    return true
  },
  released: async ({ deal: { contractId, dprId }, client }) => {
    if ((await client.contracts.get({ contractId })).status === 'completed') return true
    await client.deliveries.release({ dprId })
    return true
  },
  paid_out: async ({ deal: { contractId }, vendor }) => {
    const { items } = await vendor.payouts.list({ limit: 100 })
    const isHere = (payout: (typeof items)[number]) =>
      payout.items.some((item) => item.contractId === contractId)
    return items.some((payout) => payout.state === 'paid' && isHere(payout))
  },
}

const isCode = (error: unknown, ...codes: string[]) =>
  codes.includes(String((error as { code?: unknown } | null)?.code))

/** Returns true at one of the statuses, false on the way to it; anything else is the end of the deal. */
async function isAt({ deal, vendor }: Parts, ends: string[], way: string[]): Promise<boolean> {
  const delivery = await vendor.deliveries.latest({ contractId: deal.contractId })
  const status = String(delivery?.status)
  if (ends.includes(status)) return true
  if (way.includes(status)) return false
  throw new LostDeal(`${deal.title}: its delivery is ${status}. ${delivery?.reason ?? ''}`)
}

function tus(cluster: Installation, headers: Record<string, string> = {}) {
  const { token } = cluster.parties.vendor
  return { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers }
}

async function createUpload(parts: Parts): Promise<string> {
  const { contractId, table } = parts.deal
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const answer = await parts.cluster.fetch('/api/uploads', {
    method: 'POST',
    headers: tus(parts.cluster, {
      'upload-length': String(table.length),
      'upload-metadata': `contractId ${encode(contractId)},filename ${encode('table.csv')}`,
    }),
  })
  if (answer.status !== 201) throw new Refused('An upload', answer.status)
  return answer.headers.get('location')!
}

/** Sends the rest of a deal's table by one request. Throws Refused, whose status is the answer's. */
export async function sendRest(cluster: Installation, deal: Deal): Promise<void> {
  await sendUpTo({ cluster, deal }, deal.table.length)
}

/** Asks how much of a deal's table the server has. */
export async function readOffset(cluster: Installation, deal: Deal): Promise<number> {
  const head = await cluster.fetch(deal.uploadPath, {
    method: 'HEAD',
    headers: tus(cluster),
  })
  if (!head.ok) throw new Refused('The offset', head.status)
  return Number(head.headers.get('upload-offset'))
}

/** Asks how much has arrived, sends the rest up to `end`, and returns how much is there then. */
async function sendUpTo(
  { cluster, deal }: Pick<Parts, 'cluster' | 'deal'>,
  end: number,
): Promise<number> {
  const offset = await readOffset(cluster, deal)
  if (offset >= end) return offset
  const answer = await cluster.fetch(deal.uploadPath, {
    method: 'PATCH',
    headers: tus(cluster, {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }),
    body: deal.table.subarray(offset, end),
  })
  if (answer.status !== 204) throw new Refused('A part', answer.status)
  return Number(answer.headers.get('upload-offset'))
}

async function findTwin({ deal, client }: Parts): Promise<NonNullable<Deal['twin']>> {
  const { files } = await client.deliveries.dataset({ dprId: deal.dprId })
  const { id, bytes, sha256 } = files.find(({ name }) => name.endsWith('_synthetic.csv'))!
  return { id, bytes, sha256, parts: [] }
}

/** Reads the twin up to `end` by one range. Returns true once it is there. */
async function readTwin({ cluster, deal, client }: Parts, end: number): Promise<boolean> {
  const twin = deal.twin!
  const from = twin.parts.reduce((sum, part) => sum + part.length, 0)
  if (from >= end) return true
  const { url } = await client.deliveries.fileLink({ fileId: twin.id })
  const { pathname } = new URL(url)
  const range = { range: `bytes=${from}-${end - 1}` }
  const answer = await cluster.fetch(pathname, { headers: range })
  if (answer.status !== 206) throw new Refused('A range', answer.status)
  const part = Buffer.from(await answer.arrayBuffer())
  if (part.length !== end - from) throw new Error('A range ended early.')
  twin.parts.push(part)
  return true
}
