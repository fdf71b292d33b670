/** License options as they are typed: prices are text. */
import { type LicenseOption, parseDollars } from '@semblance/contract'
import {
  defaultLicenseDraft,
  type LicenseDraft,
  licenseDraftOf,
  readLicense,
} from '@/components/blocks/license/license-draft.ts'
import { usdExact } from '@/lib/format.ts'

export type OptionDraft = { id: string; name: string; price: string; license: LicenseDraft }

export const optionDraftOf = ({ id, name, priceCents, license }: LicenseOption): OptionDraft => ({
  id,
  name,
  price: usdExact(Number(priceCents)).replace('$', ''),
  license: licenseDraftOf(license),
})

/** Returns an empty option, for use within the buyer's organization. */
export const newOption = (isFirst: boolean): OptionDraft => ({
  id: crypto.randomUUID(),
  name: isFirst ? 'Internal use' : '',
  price: '',
  license: defaultLicenseDraft,
})

const LEAST_CENTS = 100n

/** Parses options; else says what is wrong, by the field that has it. */
export function readOptions(
  drafts: readonly OptionDraft[],
): { read: LicenseOption[] } | { faults: Record<string, string> } {
  const faults: Record<string, string> = {}
  const read: LicenseOption[] = []
  for (const [place, { id, name, price, license }] of drafts.entries()) {
    const priceCents = parseDollars(price)
    const terms = readLicense(license)
    if (name.trim() === '') faults[`options.${place}.name`] = 'Name the option'
    if (priceCents === null || priceCents < LEAST_CENTS)
      faults[`options.${place}.priceCents`] = 'Enter an amount of at least $1'
    if (!terms) faults[`options.${place}.license`] = 'Complete the license'
    if (priceCents !== null && terms)
      read.push({ id, name: name.trim(), priceCents, license: terms })
  }
  return Object.keys(faults).length > 0 ? { faults } : { read }
}
