/** Labels a business's industry and country. */
import { countries, type Industry, industries, organizationIndustries } from '@semblance/contract'

const labelOf = (labels: Record<string, string>, code: string) => labels[code] ?? code

export const countryName = (code: string) => labelOf(countries, code)
export const industryName = (code: string) => labelOf(industries, code)

const optionsOf = <V extends string>(labels: Record<V, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as V, label }))

export const countryOptions = optionsOf(countries)

/** Lists the industries of applicants; some are not offered to organizations. */
export const applicantIndustries = optionsOf(industries)

/** Lists industries for a select; includes `current` if it is not among the usual ones. */
export function industryOptions(current: string): { value: Industry; label: string }[] {
  const known: readonly string[] = organizationIndustries
  const values = known.includes(current) ? known : [...known, current]
  return values.map((value) => ({ value: value as Industry, label: industryName(value) }))
}
