/** VAT numbers by their form and check digits, and where a reverse charge is usual. Pure. */
import * as jsvat from 'jsvat'
import { countries } from '../people/applications.ts'

/** Lists the countries whose VAT numbers are known here, by ISO 3166: the European Union, and three others. */
const members = [
  jsvat.austria,
  jsvat.belgium,
  jsvat.bulgaria,
  jsvat.croatia,
  jsvat.cyprus,
  jsvat.czechRepublic,
  jsvat.denmark,
  jsvat.estonia,
  jsvat.finland,
  jsvat.france,
  jsvat.germany,
  jsvat.greece,
  jsvat.hungary,
  jsvat.ireland,
  jsvat.italy,
  jsvat.latvia,
  jsvat.lithuania,
  jsvat.luxembourg,
  jsvat.malta,
  jsvat.netherlands,
  jsvat.poland,
  jsvat.portugal,
  jsvat.romania,
  jsvat.slovakiaRepublic,
  jsvat.slovenia,
  jsvat.spain,
  jsvat.sweden,
]
const known = [...members, jsvat.unitedKingdom, jsvat.norway, jsvat.switzerland]
const ofUnion = new Set(members.map(({ name }) => name))

export const compactVat = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()

/** Returns what is wrong with a compact VAT number; null for one that fits its country's form and check digits. */
export function vatProblem(number: string): string | null {
  if (/[^A-Z0-9]/.test(number))
    return 'Enter the VAT number with letters and digits alone; old Irish ones with + or * were replaced'
  const { isSupportedCountry, isValidFormat, isValid } = jsvat.checkVAT(number, known)
  if (isValid) return null
  if (!isSupportedCountry || !isValidFormat)
    return 'Enter the VAT number with the letters of its country, as DE136695976'
  return 'The check digits of this VAT number do not fit: a digit is wrong, or two are swapped'
}

/** Returns the country of a VAT number by ISO 3166; null for one that does not fit. */
export function countryOfVat(number: string): { code: string; isOfUnion: boolean } | null {
  const { isValid, country } = jsvat.checkVAT(number, known)
  return isValid && country
    ? { code: country.isoCode.short, isOfUnion: ofUnion.has(country.name) }
    : null
}

/** Describes a business by its VAT number and its country in the register; null for what is not known. */
type Business = { vatNumber: string | null; country: string | null }

/**
 * Returns true for a service between two businesses that state VAT numbers of different countries of the
 * European Union, each of its own country: if the numbers are valid, the recipient owes the VAT (Directive
 * 2006/112/EC, articles 44 and 196).
 */
export function isReverseCharge(supplier: Business, recipient: Business): boolean {
  const from = ownUnionCountry(supplier)
  const to = ownUnionCountry(recipient)
  return from !== null && to !== null && from !== to
}

/** Returns the country of a VAT number of the union, if the business can be of it; `other` is none of the register. */
function ownUnionCountry({ vatNumber, country }: Business): string | null {
  const stated = vatNumber === null ? null : countryOfVat(vatNumber)
  if (!stated?.isOfUnion) return null
  const isOwn = country === 'other' ? !(stated.code in countries) : country === stated.code
  return isOwn ? stated.code : null
}
