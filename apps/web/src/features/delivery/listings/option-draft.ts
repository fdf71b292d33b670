/** License options as they are typed: prices and numbers are text. */
import {
  type LicenseOption,
  parseDollars,
  type SubscriptionPace,
  subscriptionTerms,
} from '@semblance/contract'
import {
  defaultLicenseDraft,
  type LicenseDraft,
  licenseDraftOf,
  readLicense,
} from '@/components/blocks/license/license-draft.ts'
import { usdExact } from '@/lib/format.ts'

/** Holds what a vendor types of a subscription's terms. */
export type SubscriptionDraft = {
  pace: SubscriptionPace
  revisions: string
  deliveryDays: string
  minRecords: string
  /** Empty: none is agreed. */
  minAccuracyPercent: string
}

export type OptionDraft = {
  id: string
  name: string
  price: string
  license: LicenseDraft
  /** Null where a copy is sold. */
  subscription: SubscriptionDraft | null
}

/** Returns the terms to begin with: as many rows as the listed twin has. */
export const newSubscription = (records: number): SubscriptionDraft => ({
  pace: 'monthly',
  revisions: '6',
  deliveryDays: '10',
  minRecords: String(records),
  minAccuracyPercent: '',
})

export const optionDraftOf = ({
  id,
  name,
  priceCents,
  license,
  subscription,
}: LicenseOption): OptionDraft => ({
  id,
  name,
  price: usdExact(Number(priceCents)).replace('$', ''),
  license: licenseDraftOf(license),
  subscription: subscription
    ? {
        pace: subscription.pace,
        revisions: String(subscription.revisions),
        deliveryDays: String(subscription.deliveryDays),
        minRecords: String(subscription.minRecords),
        minAccuracyPercent: String(subscription.minAccuracyPercent ?? ''),
      }
    : null,
})

/** Returns an empty option, for use within the buyer's organization. */
export const newOption = (isFirst: boolean): OptionDraft => ({
  id: crypto.randomUUID(),
  name: isFirst ? 'Internal use' : '',
  price: '',
  license: defaultLicenseDraft,
  subscription: null,
})

const LEAST_CENTS = 100n

/** Parses options; else says what is wrong, by the field that has it. */
export function readOptions(
  drafts: readonly OptionDraft[],
): { read: LicenseOption[] } | { faults: Record<string, string> } {
  const faults: Record<string, string> = {}
  const read: LicenseOption[] = []
  for (const [place, { id, name, price, license, subscription }] of drafts.entries()) {
    const priceCents = parseDollars(price)
    const terms = readLicense(license)
    if (name.trim() === '') faults[`options.${place}.name`] = 'Name the option'
    if (priceCents === null || priceCents < LEAST_CENTS)
      faults[`options.${place}.priceCents`] = 'Enter an amount of at least $1'
    if (!terms) faults[`options.${place}.license`] = 'Complete the license'
    const paced = subscription && readSubscription(subscription)
    for (const [field, fault] of Object.entries(paced?.faults ?? {}))
      faults[`options.${place}.subscription.${field}`] = fault
    if (priceCents !== null && terms)
      read.push({
        ...{ id, name: name.trim(), priceCents, license: terms },
        ...(paced?.read && { subscription: paced.read }),
      })
  }
  return Object.keys(faults).length > 0 ? { faults } : { read }
}

/** Parses the terms of a subscription; else says what is wrong, by field. */
function readSubscription({ pace, minAccuracyPercent, ...typed }: SubscriptionDraft) {
  const parsed = subscriptionTerms.safeParse({
    pace,
    revisions: toNumber(typed.revisions),
    deliveryDays: toNumber(typed.deliveryDays),
    minRecords: toNumber(typed.minRecords.replaceAll(',', '')),
    minAccuracyPercent: minAccuracyPercent.trim() === '' ? null : toNumber(minAccuracyPercent),
  })
  if (parsed.success) return { read: parsed.data, faults: {} }
  const faults = parsed.error.issues.map(({ path, message }) => [String(path[0]), message])
  return { read: null, faults: Object.fromEntries(faults) as Record<string, string> }
}

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
