import type { CompanyProfile } from '@semblance/contract'
import { percent } from '@/lib/format.ts'
import { countryName } from '@/lib/forms/business-labels.ts'

/** "Boston, United States"; a country the form does not name is left out. */
export function placeOf({ city, country }: Pick<CompanyProfile, 'city' | 'country'>) {
  return country === 'other' ? city : `${city}, ${countryName(country)}`
}

/** Formats the share of completed contracts delivered in time: "96%"; null without any. */
export function onTimeShare(records: CompanyProfile['records']): string | null {
  const completed = records.reduce((sum, record) => sum + record.completed, 0)
  if (completed === 0) return null
  const onTime = records.reduce((sum, record) => sum + record.onTime, 0)
  return percent(onTime / completed, 0)
}

/**
 * Returns the link of a website: one without a scheme becomes https; null for schemes other than
 * the web's.
 */
export function websiteUrl(website: string): string | null {
  const address = /^[a-z][a-z\d+.-]*:/i.test(website) ? website : `https://${website}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return ['http:', 'https:'].includes(url.protocol) && url.hostname.includes('.') ? url.href : null
}
