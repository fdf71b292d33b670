/**
 * Lists the measures of bench/market.ts. Each is a call of a route by a member, with a different
 * input every round.
 */

import { randomBytes } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import {
  budgetThresholds,
  type Category,
  categories,
  type contract,
  filterIndustries,
  marketSorts,
  timelineRanges,
} from '@semblance/contract'
import { createApp } from '../../apps/server/src/app.ts'
import { activateMember } from '../../apps/server/src/core/profiles/service.ts'
import { hooks } from '../../apps/server/src/hooks.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { type Database, system, type Tx } from '../../apps/server/src/platform/database/db.ts'
import type { Platform } from '../../apps/server/src/platform/http/context.ts'
import { openLog } from '../../apps/server/src/platform/process/log.ts'
import { createSecrets } from '../../apps/server/src/platform/security/secrets.ts'
import { catalogMeasures } from './catalog-measures.ts'
import { firstVendor, organizationId, type Sizes, words } from './market-data.ts'

type Api = ContractRouterClient<typeof contract>
type People = Record<'client' | 'bigClient' | 'vendor' | 'bigVendor' | 'staff', Api>
/** Called with 0, 1, 2, ...; what it does beforehand is not counted. */
type Measure = (round: number) => Promise<unknown>

/** Rounds that warm caches and plans. */
const WARM_UP = 20

export async function measureMarket(
  db: Database,
  dataDir: string,
  sizes: Sizes,
  { rounds, only }: { rounds: number; only: string },
): Promise<Record<string, { p50Ms: number; p99Ms: number }>> {
  const people = await openPeople(db, dataDir, sizes)
  const results: Record<string, { p50Ms: number; p99Ms: number }> = {}
  for (const [name, work] of Object.entries(await measures(people, db))) {
    if (!name.includes(only)) continue
    const taken: number[] = []
    for (let round = -WARM_UP; round < rounds; round++) {
      const before = performance.now()
      await work(round + WARM_UP)
      if (round >= 0) taken.push(performance.now() - before)
    }
    results[name] = { p50Ms: quantile(taken, 0.5), p99Ms: quantile(taken, 0.99) }
  }
  return results
}

async function measures(people: People, db: Database): Promise<Record<string, Measure>> {
  const { client, bigClient, vendor, bigVendor } = people
  const browse = (input: Parameters<Api['market']['browse']>[0]) =>
    vendor.market.browse({ limit: 6, ...input })
  const of = <T>(list: readonly T[], round: number) => list[round % list.length]!
  const category = (round: number) => of(Object.keys(categories) as Category[], round)
  const search =
    (text: (round: number) => string, more: Parameters<typeof browse>[0] = {}): Measure =>
    (round) =>
      browse({ ...more, search: text(round) })
  const common = (round: number) => of(words.common, round)
  const middling = (round: number) => of(words.middling, round)
  const rare = (round: number) => `rare${round * 37}`
  const owned = await dprsOf(db, organizationIdOf.client)
  const all: Record<string, Measure> = {}
  for (const sort of marketSorts) {
    const cursors = await cursorsOf(browse, { sort })
    all[`browse ${sort}`] = () => browse({ sort })
    all[`browse ${sort} in category`] = (round) => browse({ sort, category: category(round) })
    all[`browse ${sort} page 2`] = () => browse({ sort, cursor: cursors.second })
    all[`browse ${sort} page 50`] = () => browse({ sort, cursor: cursors.fiftieth })
    all[`search common ${sort}`] = search(common, { sort })
    all[`search middling ${sort}`] = search(middling, { sort })
    all[`search rare ${sort}`] = search(rare, { sort })
    all[`filter three groups ${sort}`] = (round) =>
      browse({
        sort,
        budget: [of(budgetThresholds, round)],
        timeline: [of(timelineRanges, round)],
        industry: [of(filterIndustries, round)],
      })
  }
  return {
    ...all,
    'narrow rare privacy': () => browse({ privacy: ['maximum'] }),
    'narrow budget range': () => browse({ budgetFromUsd: 60_000 }),
    'narrow closing': () => browse({ closing: 'week' }),
    'narrow column': (round) => browse({ column: `column_${round}` }),
    'narrow invited': () => browse({ wishes: ['invited'] }),
    'narrow line of work': () => browse({ wishes: ['profile', 'no_offers'] }),
    'filter budget': (round) => browse({ budget: [of(budgetThresholds, round)] }),
    'filter industry': (round) => browse({ industry: [of(filterIndustries, round)] }),
    'filter timeline': (round) => browse({ timeline: [of(timelineRanges, round)] }),
    'filter that finds nothing': () =>
      browse({ budget: ['30K'], timeline: ['urgent'], category: 'iot', industry: ['finance'] }),
    'filter and common word': (round) =>
      browse({
        search: common(round),
        budget: [of(budgetThresholds, round)],
        timeline: ['urgent'],
      }),
    'search two words': search((round) => `${middling(round)} ${common(round)}`),
    'search two common words': search((round) => `${common(round)} ${common(round + 1)}`),
    'search in category': (round) => browse({ search: common(round), category: category(round) }),
    'search prefix': search((round) => common(round).slice(0, 2 + (round % 4))),
    'search rare prefix': search((round) => `rare${round % 200}`),
    'search nothing found': search((round) => `absent${round}`),
    'search company': search((round) => `halden group ${round}`),
    'search or': search((round) => `${middling(round)} or ${common(round)}`),
    'search exclusion': search((round) => `${common(round)} -${middling(round)}`),
    'market counts': () => vendor.market.counts(),
    'suggested requests': () => bigVendor.market.suggestDprs({}),
    'suggested requests filtered': (round) =>
      vendor.market.suggestDprs({ budget: [of(budgetThresholds, round)], timeline: ['urgent'] }),
    'suggested vendors': (round) => client.market.suggestVendors({ dprId: of(owned, round) }),
    'own requests': () => bigClient.dprs.list({}),
    'own requests fulfilled': () => bigClient.dprs.list({ tab: 'fulfilled' }),
    'own requests pending': () => bigClient.dprs.list({ tab: 'pending' }),
    'one request': (round) => vendor.dprs.get({ dprId: of(owned, round) }),
    'offers received': () => bigClient.offers.listReceived({}),
    'offers received on one request': (round) =>
      client.offers.listReceived({ dprId: of(owned, round) }),
    'offers sent': () => bigVendor.offers.listSent({}),
    'offers sent pending': () => bigVendor.offers.listSent({ status: 'pending' }),
    'offers sent rejected': () => bigVendor.offers.listSent({ status: 'rejected' }),
    ...everything(people),
    ...(await catalogMeasures(client.listings)),
    'client dashboard': () => bigClient.dashboards.client(),
    'vendor dashboard': () => bigVendor.dashboards.vendor(),
  }
}

/** Measures the palette's searches while a user types. */
function everything({ client, bigClient, vendor, bigVendor, staff }: People) {
  const callers = { client, 'big client': bigClient, vendor, 'big vendor': bigVendor, staff }
  const texts: Record<string, (round: number) => string> = {
    'a common word': (round) => ['retail', 'purchase', 'patient', 'events'][round % 4]!,
    'two letters': (round) => ['re', 'pa', 'lo', 'zz'][round % 4]!,
    'two words': (round) => ['hourly journeys', 'clinical logs', 'halden 7'][round % 3]!,
    'an ID': (round) => `DPR-${2000 + round}`,
    'a number': (round) => `${2000 + round}`,
    'what is not there': (round) => `absent${round}`,
  }
  const all: Record<string, Measure> = {}
  for (const [who, { search }] of Object.entries(callers))
    for (const [what, text] of Object.entries(texts))
      all[`everything as ${who}, ${what}`] = (round) => search.everything({ text: text(round) })
  return all
}

/** A fresh cursor of each sort; pages of 100 get there sooner. */
async function cursorsOf(
  browse: (input: Parameters<Api['market']['browse']>[0]) => ReturnType<Api['market']['browse']>,
  input: Parameters<Api['market']['browse']>[0],
) {
  const second = (await browse({ ...input, limit: 6 })).nextCursor ?? undefined
  let fiftieth: string | undefined
  for (const limit of [98, 98, 98])
    fiftieth = (await browse({ ...input, limit, cursor: fiftieth })).nextCursor ?? undefined
  return { second, fiftieth }
}

/** The hundredth client and vendor are ordinary, the first ones big. */
const organizationIdOf = { client: organizationId(100), bigClient: organizationId(1) }

async function dprsOf(db: Database, client: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from dprs where client = $1 and status in ('awaiting_offers', 'open') limit 50`,
    [client],
  )
  return rows.map(({ id }) => id)
}

async function openPeople(db: Database, dataDir: string, sizes: Sizes): Promise<People> {
  const settings = {
    ...{ PUBLIC_URL: 'http://bench.test', SAMPLE_DATA: 'off' },
    RATE_LIMIT_SESSION: 'off',
  }
  const config = { ...readConfig(settings), dataDir }
  const secrets = createSecrets(randomBytes(32))
  const platform: Platform = { config, db, log: openLog('error'), secrets, hooks }
  const app = await createApp(platform)
  const ask = async (input: string | URL | Request, init?: RequestInit) =>
    await app.fetch(new Request(input, init))
  const person = async (enroll: (tx: Tx, id: string) => Promise<void>): Promise<Api> => {
    const email = `${randomBytes(6).toString('hex')}@bench.test`
    const password = 'correct horse'
    await db.transaction(system, async (tx) => {
      const { id } = await app.auth.createUser(tx, { email, password })
      await enroll(tx, id)
    })
    const answer = await ask(`${config.publicUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify({ email, password }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    return createORPCClient(
      new RPCLink({ url: `${config.publicUrl}/api/rpc`, headers, fetch: ask }),
    )
  }
  const member = (organization: string, side: 'client' | 'vendor') =>
    person(async (tx, id) => {
      await tx.updateTable('profiles').set({ organization }).where('user_id', '=', id).execute()
      const sides = { is_client: side === 'client', is_vendor: side === 'vendor' }
      await activateMember(tx, id, { ...sides, id: organization })
    })
  return {
    client: await member(organizationIdOf.client, 'client'),
    bigClient: await member(organizationIdOf.bigClient, 'client'),
    vendor: await member(organizationId(firstVendor(sizes) + 100), 'vendor'),
    bigVendor: await member(organizationId(firstVendor(sizes)), 'vendor'),
    staff: await person(async (tx, id) => {
      await tx.insertInto('user_roles').values({ user_id: id, role: 'super_admin' }).execute()
    }),
  }
}

function quantile(taken: number[], share: number): number {
  const sorted = taken.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return Number(value.toPrecision(3))
}
