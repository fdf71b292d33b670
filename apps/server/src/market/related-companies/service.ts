/** Recognizes organizations that belong together, so that figures count them as one. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Returns a function that gives related organizations one name: the least of their ids. Related are
 * those with the same bank account or registration, with members at a domain that the other has
 * proved, and those ever recognized as vendor and client of the same people. Call as the system.
 */
export async function nameRelated(tx: Tx): Promise<(organization: string) => string> {
  const { rows } = await sql<{ one: string; other: string }>`
    select vendor as one, client as other from app.related_companies
    union select a.id, b.id from organizations a join organizations b
      on lower(btrim(b.registration_number)) = lower(btrim(a.registration_number)) and b.country = a.country and b.id > a.id
      where btrim(a.registration_number) <> ''
    union select a.organization, b.organization from banking_details a join banking_details b
      on b.account_fingerprint = a.account_fingerprint and b.organization > a.organization
    union select s.organization, m.organization from app.sso_domains s join profiles m
      on lower(split_part(m.email, '@', 2)) = s.domain and m.organization <> s.organization
      where s.proved_at is not null`.execute(tx)
  return namesOf(rows)
}

/** Joins pairs to groups, each named by its least member. */
export function namesOf(
  pairs: readonly { one: string; other: string }[],
): (organization: string) => string {
  const nearer = new Map<string, string>()
  const nameOf = (organization: string): string => {
    let name = organization
    for (let next = nearer.get(name); next !== undefined; next = nearer.get(name)) name = next
    return name
  }
  for (const { one, other } of pairs) {
    const [least, greater] = [nameOf(one), nameOf(other)].toSorted() as [string, string]
    if (least !== greater) nearer.set(greater, least)
  }
  return nameOf
}
