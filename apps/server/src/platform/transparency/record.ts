/**
 * Records what happened as leaves of the transparency log, in the transaction of the change. A leaf enters
 * the tree once `integrate` has taken it there.
 */
import { randomBytes } from 'node:crypto'
import { type Audience, canonicalJson, commitmentOf, type LeafType } from '@semblance/contract'
import { sql } from 'kysely'
import { beforeCommit, type Tx, withSystemRole } from '../database/db.ts'

export type Leaf = {
  type: LeafType
  audience: Audience
  /** Names the subscription, request, offer or contract whose chain the leaf continues; null for a leaf on its own. */
  deal: string | null
  /** Names the chain that the first leaf of this one continues, such as the request's of an offer. */
  follows?: string
  /** Name the deal's parties, as far as they are known here. */
  client?: string | null
  vendor?: string | null
  auditSeq?: bigint
  entryId?: string
  /** Holds values that JSON holds; amounts are cents as text. */
  body: Record<string, unknown>
}

type TimedLeaf = Leaf & { at: Date }

/** Adds a leaf when the transaction commits; none if it is rolled back. */
export function record(tx: Tx, leaf: Leaf): void {
  beforeCommit<TimedLeaf>(tx, addLeaves, { ...leaf, at: new Date() })
}

/** Writes amounts and dates of a body as text. */
export const jsonOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)))

type Head = { seq: number; head: Buffer | null }

/** A chain is locked from here to the commit, in the order of names: no two transactions wait for each other. */
async function addLeaves(tx: Tx, leaves: readonly TimedLeaf[]): Promise<void> {
  await withSystemRole(tx, async () => {
    const heads = await lockChains(tx, leaves)
    const openings = leaves.map((leaf) => openingOf(leaf, heads))
    await Promise.all([insertOpenings(tx, openings), setHeads(tx, openings, heads)])
  })
}

/** Names the chain of a leaf: one side's leaves are a chain of their own, without gaps for the other one. */
export function chainOf({ deal, audience }: Pick<Leaf, 'deal' | 'audience'>): string | null {
  if (deal === null) return null
  return audience === 'both' ? deal : `${deal}/${audience}`
}

async function lockChains(tx: Tx, leaves: readonly Leaf[]): Promise<Map<string, Head>> {
  const chains = [...new Set(leaves.flatMap((leaf) => chainOf(leaf) ?? []))].sort()
  const followed = [...new Set(leaves.flatMap(({ follows }) => follows ?? []))]
  if (chains.length === 0) return new Map()
  const select = sql`select id, seq, head from transparency.deals`
  const [, locked, before] = await Promise.all([
    sql`insert into transparency.deals (id) select id from unnest(${chains}::text[]) id order by id
      on conflict do nothing`.execute(tx),
    sql<
      Head & { id: string }
    >`${select} where id = any (${chains}::text[]) order by id for update`.execute(tx),
    sql<Head & { id: string }>`${select} where id = any (${followed}::text[])`.execute(tx),
  ])
  return new Map([...before.rows, ...locked.rows].map(({ id, seq, head }) => [id, { seq, head }]))
}

function headOf(heads: Map<string, Head>, chain: string): Head {
  const head = heads.get(chain)
  if (!head) throw new Error(`The chain ${chain} is not locked.`)
  return head
}

function openingOf(leaf: TimedLeaf, heads: Map<string, Head>) {
  const { type, body, at, follows } = leaf
  const chain = chainOf(leaf)
  const known = chain === null ? null : headOf(heads, chain)
  const isFirst = known?.seq === 0
  const prev = isFirst && follows ? heads.get(follows)?.head : known?.head
  const seq = known && known.seq + 1
  const payload = canonicalJson({
    v: 1,
    type,
    deal: chain,
    seq,
    prev: prev?.toString('hex') ?? null,
    at: at.toISOString(),
    body: jsonOf(body),
  })
  const salt = randomBytes(32)
  const commitment = Buffer.from(commitmentOf(salt, payload))
  if (chain !== null && seq !== null) heads.set(chain, { seq, head: commitment })
  const names = [...new Set(payload.match(UUID))]
  return { ...leaf, chain, seq, payload, salt, commitment, names: `{${names.join(',')}}` }
}

const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g

type Opening = ReturnType<typeof openingOf>

async function insertOpenings(tx: Tx, openings: Opening[]): Promise<void> {
  const column = <K extends keyof Opening>(name: K) => openings.map((row) => row[name] ?? null)
  await sql`
    with opened as (
      insert into transparency.openings (type, audience, deal, seq, commitment, audit_seq, entry_id, salt,
        payload, names)
      select type, audience, deal, seq, commitment, audit_seq, entry_id, salt, payload, names::uuid[]
      from unnest(${column('type')}::text[], ${column('audience')}::text[], ${column('chain')}::text[],
        ${column('seq')}::integer[], ${column('commitment')}::bytea[], ${column('auditSeq')}::bigint[],
        ${column('entryId')}::uuid[], ${column('salt')}::bytea[], ${column('payload')}::text[],
        ${column('names')}::text[])
        with ordinality as given (type, audience, deal, seq, commitment, audit_seq, entry_id, salt, payload,
          names, place)
      order by place
      returning id, commitment)
    insert into transparency.staged (opening, commitment)
    select id, commitment from opened order by id`.execute(tx)
}

/** Inserts the opening of a log's first leaf, which the log itself takes past the queue. */
export async function insertFirstLeaf(tx: Tx, body: Record<string, unknown>) {
  const leaf = { type: 'log.opened', audience: 'public', deal: null, body } as const
  const { salt, payload, commitment } = openingOf({ ...leaf, at: new Date() }, new Map())
  const { id } = await tx
    .insertInto('transparency.openings')
    .values({ type: leaf.type, audience: leaf.audience, salt, payload, commitment })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { opening: id, commitment }
}

/** Moves the chains on, and stores the parties of their deals where a leaf names them. */
async function setHeads(
  tx: Tx,
  openings: readonly Opening[],
  heads: Map<string, Head>,
): Promise<void> {
  const chains = new Map(openings.flatMap((row) => (row.chain === null ? [] : [[row.chain, row]])))
  if (chains.size === 0) return
  const given = [...chains].map(([id, { deal }]) => {
    const of = openings.filter((row) => row.deal === deal)
    const party = (side: 'client' | 'vendor') => of.find((row) => row[side])?.[side] ?? null
    return { id, ...headOf(heads, id), client: party('client'), vendor: party('vendor') }
  })
  await sql`
    update transparency.deals d set seq = given.seq, head = given.head,
      client = coalesce(d.client, given.client, of.client), vendor = coalesce(d.vendor, given.vendor, of.vendor)
    from unnest(${given.map(({ id }) => id)}::text[], ${given.map(({ seq }) => seq)}::integer[],
      ${given.map(({ head }) => head)}::bytea[], ${given.map(({ client }) => client)}::uuid[],
      ${given.map(({ vendor }) => vendor)}::uuid[]) as given (id, seq, head, client, vendor)
      left join transparency.deals of on of.id = split_part(given.id, '/', 1)
    where d.id = given.id`.execute(tx)
}
