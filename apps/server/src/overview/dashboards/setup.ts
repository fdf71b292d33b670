/** The first steps of an organization: each is done by a fact, never by a click. */
import type { Setup, SetupStep, Side } from '@semblance/contract'
import { sql } from 'kysely'
import { listDue } from '../../people/legal/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'

const stepsOf: Record<Side, readonly SetupStep[]> = {
  client: ['account', 'terms', 'first_request', 'profile', 'members', 'bank', 'key'],
  vendor: ['account', 'terms', 'profile', 'bank', 'first_offer', 'members', 'key'],
}
/** A client pays from the account that it names with the payment. */
const optional: Record<Side, readonly SetupStep[]> = { client: ['bank', 'key'], vendor: ['key'] }

export async function describeSetup(ctx: Ctx, organization: string, side: Side): Promise<Setup> {
  const due = await listDue(ctx)
  const facts = await withSystemRole(ctx.tx, () => readFacts(ctx.tx, organization, side))
  const isDone: Record<SetupStep, boolean> = {
    account: true,
    terms: due.length === 0,
    profile: facts.profile,
    bank: facts.bank,
    members: facts.members,
    first_request: facts.first,
    first_offer: facts.first,
    key: facts.key,
  }
  const steps = stepsOf[side].map((id) => ({
    id,
    isDone: isDone[id],
    isOptional: optional[side].includes(id),
  }))
  return {
    steps,
    isOver: facts.contract || steps.every((step) => step.isDone || step.isOptional),
  }
}

type Facts = Record<'profile' | 'bank' | 'members' | 'first' | 'key' | 'contract', boolean>

async function readFacts(tx: Tx, organization: string, side: Side): Promise<Facts> {
  const own = sql.ref(side)
  const { rows } = await sql<Facts>`
    select o.description <> '' and coalesce(o.website, '') <> '' and o.founded is not null
        and o.employees is not null as profile,
      exists (select from banking_details b where b.organization = o.id) as bank,
      (select count(*) from (select from profiles p where p.organization = o.id and p.membership = 'active' limit 2) two) > 1
        or exists (select from invitations i where i.organization = o.id) as members,
      ${side === 'client' ? sql`exists (select from dprs d where d.client = o.id)` : sql`exists (select from offers f where f.vendor = o.id)`} as first,
      exists (select from app.api_keys k where k.organization = o.id and k.revoked_at is null and k.expires_at > now()) as key,
      exists (select from contracts c where c.${own} = o.id) as contract
    from organizations o where o.id = ${organization}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('the organization of a member is gone')
  return facts
}
