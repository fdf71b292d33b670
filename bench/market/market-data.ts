/** A marketplace of any size, made by set-based SQL: requests, offers, contracts and who they belong to. */
import { PLATFORM_FEE_BPS } from '@semblance/contract'
import type { Pool, PoolClient } from 'pg'
import { loadCatalog } from './catalog-data.ts'
import { organizationSql, pick, TEXTS } from './market-sql.ts'

export type Sizes = {
  dprs: number
  offers: number
  open: number
  clients: number
  vendors: number
  listings: number
}

/**
 * Set the big organizations: these clients post a fifth of all requests, and these vendors send
 * every first offer.
 */
const BIG_CLIENTS = 10
const BIG_VENDORS = 20
const SAVED_SEARCHES = 20_000

/** Returns the row id of the n-th organization, counted from 1: clients first, then vendors. */
export const organizationId = (n: number) =>
  `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
export const firstVendor = (sizes: Sizes) => sizes.clients + 1

export const words = {
  common: ['transactions', 'customer', 'daily', 'records', 'history'],
  middling: ['telemetry', 'oncology', 'mortgage', 'clickstream', 'tariff'],
}

const subjects =
  'purchase patient card sensor account claim meter loyalty ward invoice shipment policy session device tariff loan visit order payment trip campaign subscription admission prescription turbine vehicle warehouse branch merchant household clinic grid store router tenant reading'.split(
    ' ',
  )
const things =
  'histories journeys events logs readings files panels streams outcomes balances movements schedules baskets scores labels incidents returns forecasts segments profiles episodes traces'.split(
    ' ',
  )
const filler =
  'with realistic seasonality refunds promotions across regions and branches covering years of hourly weekly monthly detail including labels missing values outliers rare groups fraud churn demand pricing severity frequency preserve joint distributions between age income tenure product channel region device weather holiday keep protected attributes in balance for audits needs stable identifiers over time without free text or names aligned to one clock filled gaps documented column by column sample first thousand rows codebook quality report rows per member'.split(
    ' ',
  )

/** Loads everything; indexes are built afterwards, triggers and foreign keys are off. */
export async function loadMarket(pool: Pool, sizes: Sizes): Promise<void> {
  await pool.query(`alter system set max_wal_size = '16GB'`)
  await pool.query('select pg_reload_conf()')
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
    const tables = [
      ...['dprs', 'offers', 'contracts', 'dpr_invitations', 'offer_views'],
      'listing_revisions',
    ]
    const rebuild = await dropIndexes(client, tables)
    await loadOrganizations(client, sizes)
    await loadTexts(client)
    await loadDprs(client, sizes)
    await loadOffers(client, sizes)
    await loadCatalog(client, sizes)
    await client.query(contracts)
    await client.query(records)
    for (const statement of rebuild) await client.query(statement)
    await client.query(invitations(sizes))
    await client.query(views)
    await client.query(savedSearches(sizes))
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

async function dropIndexes(client: PoolClient, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables.map((table) => `public.${table}`)],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function loadOrganizations(client: PoolClient, { clients, vendors }: Sizes): Promise<void> {
  await client.query(`
    insert into organizations (id, organization_id, slug, name, email, city, country, industry, is_client, is_vendor)
    select ${organizationSql('n')}, 'ORG-' || lpad(n::text, 5, '0') || '-BENCH', 'company-' || n,
      (array['Halden', 'Corvane', 'Osprey', 'Fathom', 'Lumen', 'Brigid', 'Tessera', 'Nagare', 'Cohort', 'Meridian'])[1 + n % 10]
        || ' ' || (array['Group', 'Bank', 'Network', 'Works', 'Mutual', 'Labs', 'Data'])[1 + n % 7] || ' ' || n,
      'office-' || n || '@bench.test', 'Oslo', 'other',
      (array['retail', 'healthcare', 'finance', 'technology', 'manufacturing'])[1 + n % 5], n <= ${clients}, n > ${clients}
    from generate_series(1, ${clients + vendors}) n`)
}

/** Titles and sentences to choose from, with words as unevenly spread as people's. */
async function loadTexts(client: PoolClient): Promise<void> {
  const random = randomNumbers(7)
  const one = (from: readonly string[]) => from[Math.floor(random() ** 1.6 * from.length)]!
  const titles = Array.from({ length: TEXTS }, () =>
    [
      one(['Retail', 'Regional', 'Hourly', 'European', 'Clinical', 'Online']),
      one(subjects),
      one(things),
    ].join(' '),
  )
  const sentences = Array.from({ length: TEXTS }, () => {
    const text = Array.from({ length: 14 }, () => one(filler))
    if (random() < 0.3) text.push(one(words.common))
    if (random() < 0.02) text.push(one(words.middling))
    return `${one(subjects)} ${one(things)} ${text.join(' ')}.`
  })
  await client.query('create temp table texts (id serial primary key, title text, sentence text)')
  await client.query(
    'insert into texts (title, sentence) select * from unnest($1::text[], $2::text[])',
    [titles, sentences],
  )
  await client.query('analyze texts')
}

/** The newest are open. Each has one of 20,000 rare words. */
async function loadDprs(client: PoolClient, { dprs, open, clients }: Sizes): Promise<void> {
  const isOpen = `n > ${dprs} - ${Math.ceil(open * 1.25)} and n % 5 <> 0`
  await client.query(`
    insert into dprs (id, client, client_name, title, category, description, use_case, compliance_requirements,
      delivery_format, contacts, budget_min_cents, budget_max_cents, timeline_days, status, created_at, closes_at,
      vendor_min_completed)
    select 'DPR-' || (1000 + n), o.id, o.name, a.title,
      (array['retail', 'retail', 'retail', 'healthcare', 'healthcare', 'finance', 'finance', 'technology', 'technology', 'iot'])[1 + ${pick('n', 1, 10)}],
      a.sentence || ' ' || b.sentence || ' rare' || ${pick('n', 2, 20_000)}, c.sentence, 'GDPR and CCPA', 'csv', 'data@bench.test',
      low * 100000, (low + 2 + ${pick('n', 4, 25)}) * 100000, 2 + ${pick('n', 5, 28)},
      case when ${isOpen} then 'open' when n % 7 = 0 then 'cancelled' else 'completed' end, rows.created_at,
      case when ${isOpen} then now() + (1 + ${pick('n', 6, 86_400 * 40)}) * interval '1 second' + interval '1 day'
        else rows.created_at + interval '30 days' end,
      case when n % 3 = 0 then 5 end
    from (select n, 5 + ${pick('n', 3, 60)} as low,
        now() - ((${dprs} - n) * interval '1 second' * (case when n > ${dprs - open * 2} then 25 else 90 end)) as created_at,
        case when n % 6 = 0 then 1 + ${pick('n', 7, BIG_CLIENTS)} else 1 + ${pick('n', 8, clients)} end as owner
      from generate_series(1, ${dprs}) n) rows
    join organizations o on o.id = ${organizationSql('owner')}
    join texts a on a.id = 1 + ${pick('n', 9, TEXTS)}
    join texts b on b.id = 1 + ${pick('n', 10, TEXTS)}
    join texts c on c.id = 1 + ${pick('n', 11, TEXTS)}`)
}

/**
 * Loads from none to three times the mean number of offers per request, the first from a big
 * vendor. One on each closed request is accepted.
 */
async function loadOffers(client: PoolClient, sizes: Sizes): Promise<void> {
  const { dprs, offers, vendors } = sizes
  const most = Math.round((offers / dprs) * 2)
  const others = vendors - BIG_VENDORS
  const vendor = `${sizes.clients} + case when k = 1 then 1 + ${pick('n', 12, BIG_VENDORS)}
    else 1 + ${BIG_VENDORS} + (${pick('n', 13, others)} + k * 37) % ${others} end`
  await client.query(`
    insert into offers (id, dpr_id, client, vendor, price_cents, timeline_days, description, status, rejected_as, created_at, decided_at)
    select 'OFR-' || (n * 100 + k), d.id, d.client, ${organizationSql(vendor)},
      d.budget_min_cents + (d.budget_max_cents - d.budget_min_cents) * ${pick('n * 100 + k', 14, 120)} / 100,
      d.timeline_days, 'Our own panel, cleaned and documented column by column; the first thousand rows come within three days.',
      case when d.status = 'open' then case when (n + k) % 9 = 0 then 'rejected' else 'pending' end
        when d.status = 'completed' and k = 1 then 'accepted' else 'rejected' end,
      case when d.status = 'open' then case when (n + k) % 9 = 0 then 'declined' end
        when d.status = 'completed' and k = 1 then null else 'not_selected' end,
      least(d.created_at + k * interval '7 hours', now() - (${pick('n * 100 + k', 15, 86_400)}) * interval '1 second'),
      case when d.status = 'open' and (n + k) % 9 <> 0 then null else d.created_at + interval '20 days' end
    from (select *, substr(id, 5)::bigint - 1000 as n from dprs) d
    cross join lateral generate_series(1, ${pick('n', 16, most + 1)}) k`)
  await client.query(`
    update dprs d set offers_count = c.count, status = case when d.status = 'open' then 'open' else d.status end
    from (select dpr_id, count(*) as count from offers group by 1) c where c.dpr_id = d.id`)
  await client.query(
    `update dprs set status = 'awaiting_offers' where status = 'open' and offers_count = 0`,
  )
}

const contracts = `
  insert into contracts (id, offer_id, dpr_id, client, vendor, title, price_cents, fee_bps, fee_cents, timeline_days, status,
    created_at, funded_at, delivered_at, completed_at)
  select 'CTR-' || substr(o.id, 5), o.id, o.dpr_id, o.client, o.vendor, d.title, o.price_cents, ${PLATFORM_FEE_BPS},
    o.price_cents * ${PLATFORM_FEE_BPS} / 10000, o.timeline_days,
    'completed', o.created_at, o.created_at, o.created_at + interval '8 days', o.created_at + interval '9 days'
  from offers o join dprs d on d.id = o.dpr_id where o.status = 'accepted'`

const records = `
  insert into vendor_records (vendor, category, completed, on_time, price_cents_sum)
  select k.vendor, d.category, count(*), count(*) * 9 / 10, sum(k.price_cents)
  from contracts k join dprs d on d.id = k.dpr_id group by 1, 2;
  insert into vendor_records (vendor, category, completed, on_time, price_cents_sum)
  select id, industry, ${pick('hashtext(id::text)', 17, 40)}, 1, 20000 * 100 * ${pick('hashtext(id::text)', 17, 40)}
  from organizations where is_vendor and industry in ('retail', 'healthcare', 'finance', 'technology')
  on conflict do nothing;
  insert into company_ratings (company, stars)
  select id, array[1, 2, 5, 20 + ${pick('hashtext(id::text)', 18, 50)}, 40] from organizations where is_vendor`

const invitations = ({ clients, vendors }: Sizes) => `
  insert into dpr_invitations (dpr_id, vendor, client)
  select d.id, ${organizationSql(`${clients} + 1 + (hashtext(d.id || k) % ${vendors} + ${vendors}) % ${vendors}`)}, d.client
  from dprs d cross join generate_series(1, 3) k where d.status in ('awaiting_offers', 'open')
  on conflict do nothing`

const views = `
  insert into auth.users (id, email) values ('00000000-0000-4000-8000-0000000b0b0b', 'viewer@bench.test');
  insert into offer_views (offer_id, user_id, day, vendor, revision)
  select o.id, '00000000-0000-4000-8000-0000000b0b0b', current_date - (hashtext(o.id) & 15), o.vendor, 1
  from offers o where o.status = 'pending'`

const savedSearches = ({ clients }: Sizes) => `
  insert into saved_searches (user_id, organization, name, search, category, created_at)
  select '00000000-0000-4000-8000-0000000b0b0b', ${organizationSql(`${clients + 1}`)}, 'Search ' || n,
    split_part(t.sentence, ' ', 4) || ' ' || split_part(t.sentence, ' ', 6), null, now() - interval '1 day'
  from generate_series(1, ${SAVED_SEARCHES}) n join texts t on t.id = 1 + n % ${TEXTS}`

/** mulberry32: the same texts at every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
