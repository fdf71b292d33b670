import { countries, industries } from '@semblance/contract'

const labelOf = (labels: Record<string, string>, code: string) => labels[code] ?? code

export const countryName = (code: string) => labelOf(countries, code)
export const industryName = (code: string) => labelOf(industries, code)
