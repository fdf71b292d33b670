import { formatDollars, type LimitReason } from '@semblance/contract'

/** Returns which limit an amount is above, as a sentence about the person who pays. */
export function limitText(reason: LimitReason, limitCents: bigint): string {
  const limit = formatDollars(limitCents)
  const texts: Record<LimitReason, string> = {
    member_payment: `Above the member's limit of ${limit} for one purchase`,
    member_month: `Above the member's limit of ${limit} for the month`,
    organization_payment: `Above the organization's limit of ${limit} for one purchase`,
    organization_month: `Above the organization's limit of ${limit} for the month`,
  }
  return texts[reason]
}
