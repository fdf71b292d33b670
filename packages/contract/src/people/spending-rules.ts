/** Says which approval a payment needs. Pure. */

/** Bounds what is paid, fee included; null: no limit. */
export type Limits = { paymentCents: bigint | null; monthCents: bigint | null }

/** Names the limit that a payment meets. */
export const limitReasons = [
  'member_payment',
  'member_month',
  'organization_payment',
  'organization_month',
] as const
export type LimitReason = (typeof limitReasons)[number]

export type NeededApproval = {
  reason: LimitReason
  limitCents: bigint
  /** Set above a limit of the organization: then an administrator and another person have to approve. */
  needsAdministrator: boolean
}

type Spending = {
  amountCents: bigint
  /** Holds what the purchase costs in all, if this pays a part of it; the limit of one payment is of all. */
  totalCents?: bigint
  /** Null for a key, which has a limit of its own kind. */
  member: { limits: Limits; spentCents: bigint } | null
  organization: { limits: Limits; spentCents: bigint }
}

/** Returns the approval that a payment needs, null if none. Of several, the one above the organization's limit. */
export function neededApproval({
  amountCents,
  totalCents = amountCents,
  member,
  organization,
}: Spending): NeededApproval | null {
  const parts = [
    { of: 'organization' as const, ...organization },
    ...(member ? [{ of: 'member' as const, ...member }] : []),
  ]
  for (const { of, limits, spentCents } of parts) {
    const { paymentCents, monthCents } = limits
    const needsAdministrator = of === 'organization'
    if (paymentCents !== null && totalCents > paymentCents)
      return { reason: `${of}_payment` as const, limitCents: paymentCents, needsAdministrator }
    if (monthCents !== null && spentCents + amountCents > monthCents)
      return { reason: `${of}_month` as const, limitCents: monthCents, needsAdministrator }
  }
  return null
}

const lower = (a: bigint | null, b: bigint | null) => (a === null || (b !== null && b < a) ? b : a)

/** Returns the lower one of each kind of limit: what counts at once where a higher one has to be confirmed. */
export const stricterOf = (a: Limits, b: Limits): Limits => ({
  paymentCents: lower(a.paymentCents, b.paymentCents),
  monthCents: lower(a.monthCents, b.monthCents),
})

export const isSameLimits = (a: Limits, b: Limits): boolean =>
  a.paymentCents === b.paymentCents && a.monthCents === b.monthCents

type Consent = { userId: string; isAdministrator: boolean }

/** Returns true if these people's consent is what is needed: one person, or two with an administrator. */
export function isEnough(
  consents: readonly Consent[],
  { needsAdministrator }: Pick<NeededApproval, 'needsAdministrator'>,
): boolean {
  const people = new Set(consents.map(({ userId }) => userId))
  if (!needsAdministrator) return people.size >= 1
  return people.size >= 2 && consents.some(({ isAdministrator }) => isAdministrator)
}

/** Returns the first moment of a moment's month, in UTC, from which on spending counts. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
