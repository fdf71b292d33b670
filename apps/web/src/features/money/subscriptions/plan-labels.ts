import { type BillingOverview, plans, type Usage } from '@semblance/contract'
import { count, fileSize, ledgerDate, percent, usd } from '@/lib/format.ts'

export const priceText = ({ plan }: Pick<BillingOverview, 'plan'>) =>
  usd(Number(plans[plan].priceCents))

/** Returns the next charge and its date, in one or two sentences. */
export function nextPaymentText({
  state,
  periodEnd,
  nextChargeCents,
  ...billing
}: Pick<BillingOverview, 'plan' | 'state' | 'periodEnd' | 'nextChargeCents'>): string {
  const end = ledgerDate(periodEnd)
  if (state === 'ended')
    return 'Your plan has ended. Nothing is charged, and nothing you have here is locked.'
  if (state === 'ending')
    return nextChargeCents > 0n
      ? `Your plan ends on ${end}. The period that runs now is charged then, and nothing after it.`
      : `Your plan ends on ${end}. Nothing is charged.`
  return nextChargeCents > 0n
    ? `The next payment of ${priceText(billing)} is taken on ${end}, for the period that ends then.`
    : `Nothing is charged before a payment method is on file. The period that runs when you add one is the first you pay for, on the day it ends.`
}

const usageLabels: Record<Usage['kind'], string> = {
  dprs: 'DPRs posted in this period',
  activeContracts: 'Active contracts',
  storageBytes: 'Storage',
}

/** Sets the share of a limit from which it is marked as nearly reached. */
const NEARLY = 0.8
const LEAST_SHOWN = 0.001

export type UsageLook = {
  label: string
  amounts: string
  /** Holds the share in percent; a small share is never displayed as 0. */
  share: string
  /** Sets the filled part of the bar, 0 to 100. */
  filledPercent: number
  isNearlyFull: boolean
  isOver: boolean
}

export function usageLook({ kind, used, limit }: Usage): UsageLook {
  const text = kind === 'storageBytes' ? fileSize : count
  const share = used / limit
  return {
    label: usageLabels[kind],
    amounts: `${text(used)} of ${text(limit)}`,
    share: used > 0 && share < LEAST_SHOWN ? `under ${percent(LEAST_SHOWN)}` : percent(share),
    filledPercent: Math.min(share, 1) * 100,
    isNearlyFull: share >= NEARLY,
    isOver: share > 1,
  }
}
