/** Compares the license that is offered with the one that a request asks for. */
import { eeaCountries, type LicenseCountry } from './countries.ts'
import { type LicenseTerms, licenseModels, licenseRedistributions } from './license-terms.ts'
import { type LicenseAspect, licenseAspectLabels, licenseAspects } from './license-words.ts'

/** Lists the results of a comparison of an offer with its request; `cannot_tell`: no rule can decide it. */
export type CheckVerdict = 'meets' | 'misses' | 'cannot_tell'

type Compare = (asked: LicenseTerms, offered: LicenseTerms) => CheckVerdict

const meetsIf = (isMet: boolean): CheckVerdict => (isMet ? 'meets' : 'misses')

/** Compares purposes. Returns cannot_tell where a use case in words may consist of the purposes that are missing. */
const comparePurposes: Compare = ({ purposes: asked }, { purposes: offered }) => {
  if (offered.includes('any')) return 'meets'
  const missing = asked.filter((purpose) => !offered.includes(purpose))
  if (missing.length === 0) return 'meets'
  if (missing.includes('any')) return 'misses'
  const others = missing.filter((purpose) => purpose !== 'use_case')
  return others.length > 0 && !offered.includes('use_case') ? 'misses' : 'cannot_tell'
}

const compareUsers: Compare = ({ users: asked }, { users: offered }) => {
  if (offered.kind === 'people')
    return meetsIf(asked.kind === 'people' && offered.count >= asked.count)
  return meetsIf(offered.kind === 'affiliates' || asked.kind !== 'affiliates')
}

function countriesOf(territory: LicenseTerms['territory']): readonly LicenseCountry[] | null {
  if (territory.kind === 'worldwide') return null
  return territory.kind === 'eea' ? eeaCountries : territory.countries
}

const compareTerritory: Compare = (asked, offered) => {
  const granted = countriesOf(offered.territory)
  if (granted === null) return 'meets'
  const isGranted = (country: LicenseCountry) => granted.includes(country)
  return meetsIf(countriesOf(asked.territory)?.every(isGranted) ?? false)
}

const compareDeletion: Compare = (asked, offered) => meetsIf(!offered.deletion || asked.deletion)

const endless = Number.POSITIVE_INFINITY

const compares: Record<LicenseAspect, Compare> = {
  purposes: comparePurposes,
  users: compareUsers,
  territory: compareTerritory,
  term: (asked, offered) =>
    meetsIf((offered.termMonths ?? endless) >= (asked.termMonths ?? endless)),
  redistribution: (asked, offered) =>
    meetsIf(
      licenseRedistributions.indexOf(offered.redistribution) >=
        licenseRedistributions.indexOf(asked.redistribution),
    ),
  models: (asked, offered) =>
    meetsIf(
      licenseModels.indexOf(offered.derivedModels) >= licenseModels.indexOf(asked.derivedModels),
    ),
  attribution: (asked, offered) => meetsIf(!offered.attribution || asked.attribution),
  deletion: compareDeletion,
}

/** Compares each part: an offered license meets the request where it grants at least as much for no more in return. */
export function compareLicenses(
  asked: LicenseTerms,
  offered: LicenseTerms,
): Record<LicenseAspect, CheckVerdict> {
  const verdicts = licenseAspects.map((aspect) => [aspect, compares[aspect](asked, offered)])
  return Object.fromEntries(verdicts) as Record<LicenseAspect, CheckVerdict>
}

/** Returns the verdict on the whole license with its reason in a sentence; null where all is granted. */
export function checkLicense(
  asked: LicenseTerms,
  offered: LicenseTerms,
): { verdict: CheckVerdict; reason: string | null } {
  const verdicts = compareLicenses(asked, offered)
  const labels = (wanted: CheckVerdict) =>
    licenseAspects
      .filter((aspect) => verdicts[aspect] === wanted)
      .map((aspect) => licenseAspectLabels[aspect].toLowerCase())
      .join(', ')
  const [missed, unclear] = [labels('misses'), labels('cannot_tell')]
  const reasons = [
    missed && `Grants less than the request asks for: ${missed}`,
    unclear && `Cannot tell whether it covers what the request asks for: ${unclear}`,
  ].filter(Boolean)
  return {
    verdict: missed ? 'misses' : unclear ? 'cannot_tell' : 'meets',
    reason: reasons.join('. ') || null,
  }
}
