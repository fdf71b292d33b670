/** A catalog of any size: one listing per row of a series, each for sale, from the market's vendors. */
import type { PoolClient } from 'pg'
import type { Sizes } from './market-data.ts'
import { organizationSql, pick, TEXTS } from './market-sql.ts'

/** Columns that listings are searched by: in a third of them, in one of a thousand, in some five. */
export const columnNames = {
  common: (round: number) => `column_${round % 3}`,
  middling: (round: number) => `measure_${round % 1000}`,
  rare: (round: number) => `detail_${(round * 37) % 20_000}`,
}

/** Loads listings with their revisions; triggers and foreign keys are off, and texts are loaded. */
export async function loadCatalog(
  client: PoolClient,
  { listings, clients, vendors }: Sizes,
): Promise<void> {
  const row = `'LST-' || (1000 + n), ${organizationSql(`${clients} + 1 + ${pick('n', 31, vendors)}`)}`
  const twin = `('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid`
  await client.query(`
    insert into listings (id, vendor, delivery_id, status, revision, content)
    select ${row}, ${twin}, 'published', 1, '{}' from generate_series(1, ${listings}) n`)
  await client.query(`
    insert into listing_revisions (listing_id, revision, vendor, delivery_id, title, category, description, content,
      column_names, shape, records, accuracy_tenths, epsilon, delta, lowest_price_cents, published_at, is_live)
    select ${row.replace(',', ', 1,')}, ${twin}, a.title,
      (array['retail', 'retail', 'retail', 'healthcare', 'healthcare', 'finance', 'finance', 'technology', 'technology', 'iot'])[1 + ${pick('n', 32, 10)}],
      b.sentence || ' ' || c.sentence || ' rare' || ${pick('n', 33, 20_000)},
      jsonb_build_object('options', jsonb_build_array('{}'::jsonb), 'dictionary', to_jsonb(names.names)),
      names.names, array[0.1, 0.4, 0.3, 0.2], (10 ^ (2 + ${pick('n', 34, 5000)} / 1000.0))::bigint,
      600 + ${pick('n', 35, 400)}, (1 + ${pick('n', 36, 1000)}) / 100.0, 1e-6, 1000 + ${pick('n', 37, 2_000_000)},
      now() - ((${listings} - n) * interval '5 minutes'), true
    from generate_series(1, ${listings}) n
    cross join lateral (select array['column_' || ${pick('n', 38, 3)}, 'measure_' || ${pick('n', 39, 1000)},
      'detail_' || ${pick('n', 40, 20_000)}, 'customer_id', 'region', 'amount'] as names) names
    join texts a on a.id = 1 + ${pick('n', 41, TEXTS)}
    join texts b on b.id = 1 + ${pick('n', 42, TEXTS)}
    join texts c on c.id = 1 + ${pick('n', 43, TEXTS)}`)
}
