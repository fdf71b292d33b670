/** A limit on what members of a sample client pay alone, and approvals above it: decided ones, and one that waits. */
import { feeCents, PLATFORM_FEE_BPS } from '@semblance/contract'
import { findUserByEmail } from '../core/profiles/service.ts'
import { backfillApproval, backfillMemberLimit } from '../people/spending/service.ts'
import { daysBefore, type SampleIds } from './sample-ids.ts'
import { findOffer, findTerms } from './sample-queries.ts'
import { type CompanyKey, people, type SamplePerson } from './seed/seed.ts'
import { spending } from './seed/spending.ts'

export async function loadSpending(cast: SampleIds): Promise<void> {
  const { tx, idOf } = cast
  const { client, approvals, memberDollars, sinceDays } = spending
  const organization = idOf(client)
  const [askedBy, approver] = [
    await personOf(cast, client, 'member'),
    await personOf(cast, client, 'administrator'),
  ]
  for (const { title, vendor, limitDollars, askedDays, decided, ...given } of approvals) {
    const offerId = await findOffer(tx, { client: organization, vendor: idOf(vendor), title })
    const { revision, price_cents } = await findTerms(tx, offerId)
    await backfillApproval(tx, {
      ...{ organization, offerId, revision, askedBy, ...given },
      amountCents: price_cents + feeCents(price_cents, PLATFORM_FEE_BPS),
      reason: 'member_payment',
      limitCents: limitDollars,
      at: daysBefore(cast, askedDays),
      decided: decided && {
        by: approver,
        decision: decided.decision,
        comment: decided.comment,
        at: daysBefore(cast, decided.days),
      },
    })
  }
  const at = daysBefore(cast, sinceDays)
  await backfillMemberLimit(tx, { organization, cents: memberDollars, at })
}

async function personOf(
  { tx }: SampleIds,
  company: CompanyKey,
  standing: SamplePerson['standing'],
): Promise<string> {
  const { email } = people.find((one) => one.company === company && one.standing === standing) ?? {}
  const id = email && (await findUserByEmail(tx, email))
  if (!id) throw new Error(`${company} has no ${standing}.`)
  return id
}
