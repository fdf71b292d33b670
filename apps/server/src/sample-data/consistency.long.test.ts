/**
 * No date and no figure of the sample marketplace contradicts another, as its organizations read them.
 *
 * @module-tag long
 */
import {
  type ContractDetail,
  type PublishedReport,
  parseVerifierKey,
  type Side,
  type TimelinePhase,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api, Market, Person } from '../../testing/fixtures/market-fixtures.ts'
import { openSampleMarket } from '../../testing/samples/sample-market.ts'
import { SHORT_ROWS } from '../../testing/samples/short-samples.ts'
import { isLong } from '../../testing/test-length.ts'
import { openCaller } from '../core/api/service.ts'
import { gatherDossier, packDossier } from '../overview/dossiers/service.ts'
import { system } from '../platform/database/db.ts'
import { deliverRest } from './load-deliveries.ts'
import { currentSampleIds } from './sample-ids.ts'
import { type CompanyKey, companyKeys, organizations } from './seed/seed.ts'

type Seen = {
  side: Side
  api: Api
  token: string
  contract: ContractDetail
  phases: TimelinePhase[]
}

let market: Market
const readers = new Map<CompanyKey, Pick<Person, 'api' | 'token'>>()
beforeAll(async () => {
  market = await openSampleMarket()
  const ids = await market.platform.db.transaction(system, (tx) =>
    currentSampleIds(market.platform, tx),
  )
  for (const key of companyKeys) {
    const organization = {
      id: ids!.idOf(key),
      organizationId: organizations[key].profile.organization_id,
    }
    readers.set(key, await market.colleague({ organization }, 'member'))
  }
})
afterAll(() => market.close())

let known: Promise<Seen[]> | undefined

/** Every sample contract from both sides, read once while none changes. */
function readContracts(): Promise<Seen[]> {
  known ??= readAgain()
  return known
}

async function readAgain(): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const [key, { api, token }] of readers) {
    const side = organizations[key].profile.is_client ? 'client' : 'vendor'
    const { items } = await api.contracts.list({ side, limit: 100 })
    for (const { id: contractId } of items) {
      const contract = await api.contracts.get({ contractId })
      const { phases } = await api.timelines.get({ contractId })
      seen.push({ side, api, token, contract, phases })
    }
  }
  return seen
}

const dayOf = (date: Date | string | null) =>
  date instanceof Date ? date.toISOString().slice(0, 10) : date

/** Dates that are there must follow each other; names the first pair that does not. */
function outOfOrder(where: string, dates: [name: string, at: Date | null][]): string[] {
  const there = dates.filter((one): one is [string, Date] => one[1] !== null)
  return there.flatMap(([name, at], index) => {
    const next = there[index + 1]
    return next && next[1] < at
      ? [`${where}: ${next[0]} ${next[1].toISOString()} before ${name} ${at.toISOString()}`]
      : []
  })
}

function phaseFaults({ contract: { title }, phases }: Seen, now: Date): string[] {
  const today = dayOf(now)!
  const faults: string[] = []
  for (const { phase, status, startDate, endDate, activities } of phases) {
    const where = `${title}, ${phase}`
    const [start, end] = [dayOf(startDate), dayOf(endDate)]
    if (status === 'completed' && (end === null || end > today))
      faults.push(`${where}: ends ${end}`)
    if (start && end && end < start) faults.push(`${where}: ends ${end} before ${start}`)
    if (status !== 'pending' && start && start > today) faults.push(`${where}: starts ${start}`)
    const done = activities.filter((one) => one.status === 'completed' && one.date !== null)
    for (const { name, date } of done) {
      if (dayOf(date)! > today) faults.push(`${where}: ${name} is completed ${dayOf(date)}`)
      if (start && dayOf(date)! < start) faults.push(`${where}: ${name} was done before it started`)
    }
  }
  const ends = phases.filter(({ status }) => status === 'completed')
  return [
    ...faults,
    ...outOfOrder(
      title,
      ends.map(({ phase, endDate }) => [phase, endDate === null ? null : new Date(endDate)]),
    ),
  ]
}

async function contractFaults(seen: Seen, now: Date): Promise<string[]> {
  const { side, api, contract } = seen
  const { id: contractId, dprId, title, milestones, events } = contract
  const at = (id: string) => events.find((event) => event.id === id)?.at ?? null
  const milestone = (id: string) => {
    const { date, status } = milestones.find((one) => one.id === id)!
    return status === 'completed' ? (date as Date) : null
  }
  const { items: invoices } = await api.invoices.list({ contractId, limit: 100 })
  const { items: money } = await api.payments.history({ contractId, limit: 100 })
  const dpr = side === 'client' ? await api.dprs.get({ dprId }) : null
  const funded = milestone('funding')
  const completed = milestone('acceptance')
  const later = [...invoices, ...money].map(({ date }) => date)
  const planned = milestones.filter(({ kind }) => kind === 'agreed')
  return [
    ...phaseFaults(seen, now),
    ...outOfOrder(title, [
      ['request', dpr?.createdAt ?? null],
      ['offer', at('offered')],
      ['agreement', at('agreed')],
      ['funding', funded],
      ['upload', at('upload')],
      ['submission', milestone('submission')],
      ['delivery', milestone('validation')],
      ['completion', completed],
      ['now', now],
    ]),
    ...later.flatMap((date) =>
      outOfOrder(title, [
        ['agreement', at('agreed')],
        ['money', date],
        ['now', now],
      ]),
    ),
    ...events.flatMap((event) =>
      outOfOrder(title, [
        ['offer', at('offered')],
        [event.title, event.at],
        ['now', now],
      ]),
    ),
    ...planned.flatMap(({ title: name, status, date, dueOn }) => {
      const day = dayOf(date)!
      const isEarly = funded !== null && day < dayOf(funded)!
      const isLate = status === 'completed' && (day > dayOf(now)! || day > dueOn!)
      return isEarly || isLate ? [`${title}: ${name} ${status} ${day}, due ${dueOn}`] : []
    }),
  ]
}

async function expectNoFaults(): Promise<void> {
  const now = new Date()
  const faults: string[] = []
  const contracts = await readContracts()
  for (const seen of contracts) faults.push(...(await contractFaults(seen, now)))
  expect(contracts.length).toBeGreaterThan(60)
  expect([...new Set(faults)]).toEqual([])
}

it('no phase is completed in the future, and every step of a contract follows the one before it', async () => {
  await expectNoFaults()
})

it('reviews follow the completion of their contract, and answers the review', async () => {
  const ends = new Map(
    (await readContracts()).map(({ contract }) => [contract.title, contract.events[0]!.at]),
  )
  for (const [key, { api }] of readers) {
    if (!organizations[key].profile.is_vendor) continue
    const { id: companyId } = await api.companies.get({})
    const { items } = await api.companies.reviews({ companyId, limit: 100 })
    for (const { project, createdAt, repliedAt } of items)
      expect(
        outOfOrder(project, [
          ['completion', ends.get(project)!],
          ['review', createdAt],
          ['answer', repliedAt],
          ['now', new Date()],
        ]),
      ).toEqual([])
  }
})

it('a dispute is about work under way, and its statements follow each other', async () => {
  const disputed: string[] = []
  for (const { api, contract } of await readContracts()) {
    const funded = contract.milestones.find(({ id }) => id === 'funding')!.date as Date
    for (const one of (await api.disputes.list({ contractId: contract.id })).items) {
      disputed.push(one.title)
      expect(
        outOfOrder(one.title, [
          ['funding', funded],
          ['opening', one.openedAt],
          ...one.statements.map(({ kind, createdAt }): [string, Date] => [kind, createdAt]),
          ['escalation', one.escalatedAt],
          ['end', one.endedAt],
          ['now', new Date()],
        ]),
      ).toEqual([])
    }
  }
  expect(new Set(disputed).size).toBe(3)
})

it('what is written in a conversation follows the request and is read before now', async () => {
  for (const [key, { api }] of readers) {
    const side = organizations[key].profile.is_client ? 'client' : 'vendor'
    const { items } = await api.negotiation.list({ side })
    for (const { id: conversationId, dprId, dprTitle } of items) {
      const { items: newestFirst } = await api.negotiation.messages({ conversationId, side })
      const posted = side === 'client' ? (await api.dprs.get({ dprId })).createdAt : null
      const written = newestFirst
        .toReversed()
        .map(({ createdAt }): [string, Date] => ['message', createdAt])
      expect(outOfOrder(dprTitle, [['request', posted], ...written, ['now', new Date()]])).toEqual(
        [],
      )
    }
  }
})

it('the dossier of a completed contract is valid, for its client and for its vendor', async () => {
  const all = (await readContracts()).filter(({ contract }) => contract.status === 'completed')
  const some = Object.values(Object.groupBy(all, ({ side }) => side)).flatMap((of) =>
    of.slice(0, 3),
  )
  const completed = isLong ? all : some
  await market.app.jobs['transparency.integrate']!({}, {} as never)
  const { logs } = await market.visitor.transparency.status()
  const keys = [parseVerifierKey(logs[0]!.verifierKey)!]
  const seen = new Set<Side>()
  for (const { contract, side, token } of completed) {
    const caller = openCaller(market.platform, market.app.auth, {
      authorization: `Bearer ${token}`,
      address: '',
    })
    const gathered = await caller.read((ctx) => gatherDossier(ctx, contract.id, null))
    // Printing takes most of the time, and has tests of its own.
    const documents = gathered!.documents.filter(({ mediaType }) => mediaType !== 'application/pdf')
    const archive = Uint8Array.from(await packDossier({ ...gathered!, documents }))
    const { state, findings, facts } = await verifyDossier(archive, { keys })
    expect([contract.title, state, findings]).toEqual([contract.title, 'valid', []])
    expect(facts!.sums).toMatchObject({ releasedCents: contract.priceCents, heldCents: 0n })
    seen.add(facts!.side)
    expect(facts!.side).toBe(side)
  }
  expect(seen.size).toBe(2)
})

/** Half a minute of the engine: `npm run test:long`. */
describe.runIf(isLong)('once every dataset is made', () => {
  beforeAll(async () => {
    await expect(deliverRest(market.platform, AbortSignal.abort())).rejects.toThrow(/made nothing/)
    await deliverRest(market.platform) // goes on where it was cut off
    known = undefined
  }, 300_000)

  it('every step of a contract still follows the one before it', async () => {
    await expectNoFaults()
  }, 240_000)

  it('every completed contract of the client opens at its download, each with a report of its own', async () => {
    const { items } = await market.visitor.contracts.list({ side: 'client', status: 'completed' })
    expect(items).toHaveLength(11)
    const scores = new Set<string>()
    for (const { dprId } of items) {
      const { report, files, deliveredAt } = await market.visitor.deliveries.dataset({ dprId })
      expect(files.map(({ name }) => name)).toContain('validation_report.json')
      expect(report.privacy.rhoSpent).toBeGreaterThan(0)
      expect(deliveredAt.getTime()).toBeLessThan(Date.now() - 20 * 86_400_000)
      scores.add(JSON.stringify(report.columns))
    }
    expect(scores.size).toBe(11)
  })

  it('an offer for cold chains shows a preview of a stockroom', async () => {
    const { offers, previews } = market.visitor
    const { items } = await offers.listReceived({ limit: 100 })
    const shown = items.filter(({ hasPreview }) => hasPreview)
    const found = await Promise.all(shown.map(({ id }) => previews.ofOffer({ offerId: id })))
    const loaded = { isLoaded: true, figures: { rows: 1000, epsilon: 3 } }
    expect(found.toSorted((a, b) => a.dprTitle.localeCompare(b.dprTitle))).toMatchObject([
      { dprTitle: 'Cold Chain Temperatures', isOwn: false, ...loaded },
      { dprTitle: 'Store Mobile Plan Subscribers', isOwn: true, ...loaded },
    ])
  })

  it('request, contract, delivery, certificate and report state the same price, day and rows', async () => {
    const delivered = (await readContracts()).filter(({ side }) => side === 'client')
    let count = 0
    for (const { api, contract } of delivered) {
      const { id: contractId, dprId, title, priceCents } = contract
      const [certificate] = (await api.certificates.list({ contractId })).items
      if (!certificate) continue
      count++
      const dataset = await api.deliveries.dataset({ dprId })
      const finished = contract.milestones.find(({ id }) => id === 'validation')!.date
      expect([dataset.deliveredAt, certificate.issuedAt], title).toEqual([finished, finished])
      expect(dataset.priceCents, title).toBe(priceCents)
      expect((await api.payments.get({ contractId })).priceCents, title).toBe(priceCents)
      expect(
        dataset.gate!.filter(({ pass }) => !pass),
        title,
      ).toEqual([])
      expect(statedRows(dataset.report, (await api.dprs.get({ dprId })).description), title).toBe(
        true,
      )
    }
    expect(count).toBe(13)
  }, 120_000)
})

/** Rows that a description names, as digits with separators, differ from the report's by noise alone. */
function statedRows({ rows }: PublishedReport, description: string): boolean {
  const named = [...description.matchAll(/(?<![\d,])\d{1,3}(?:,\d{3})+/g)].map(([text]) =>
    Number(text.replaceAll(',', '')),
  )
  return (
    named.length === 0 || Math.abs(named[0]! - rows.synthetic) <= Math.max(100, 0.02 * named[0]!)
  )
}

it(`the delivery that waits for its client is private${isLong ? ', large, accurate and as agreed' : ''}`, async () => {
  const { items } = await market.visitor.contracts.list({ side: 'client' })
  const waiting = items.find(({ status }) => status === 'pending_review')!
  const { report, gate } = await market.visitor.deliveries.dataset({ dprId: waiting.dprId })
  expect(report.rows.synthetic).toBeGreaterThan(isLong ? 20_000 : 0.9 * SHORT_ROWS)
  const held = (id: string) => report.privacy.checks.find((check) => check.id === id)!.pass
  expect([held('budget'), held('identifiers')]).toEqual([true, true])
  // An honest twin occasionally fails one of the five checks that compare samples under noise.
  expect(report.privacy.checks.filter(({ pass }) => !pass).length).toBeLessThanOrEqual(1)
  if (!isLong) return
  expect(report.fidelity.relative).toBeGreaterThan(0.95)
  expect(gate!.filter(({ pass }) => !pass)).toEqual([])
})
