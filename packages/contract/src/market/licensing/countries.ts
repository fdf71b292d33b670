/** Lists the countries that a license can name. */

/** Maps ISO 3166 codes of two letters to codes of three, names in English, and membership of the EEA. */
export const licenseCountries = {
  AT: { alpha3: 'AUT', name: 'Austria', eea: true },
  AU: { alpha3: 'AUS', name: 'Australia', eea: false },
  BE: { alpha3: 'BEL', name: 'Belgium', eea: true },
  BG: { alpha3: 'BGR', name: 'Bulgaria', eea: true },
  BR: { alpha3: 'BRA', name: 'Brazil', eea: false },
  CA: { alpha3: 'CAN', name: 'Canada', eea: false },
  CH: { alpha3: 'CHE', name: 'Switzerland', eea: false },
  CY: { alpha3: 'CYP', name: 'Cyprus', eea: true },
  CZ: { alpha3: 'CZE', name: 'Czechia', eea: true },
  DE: { alpha3: 'DEU', name: 'Germany', eea: true },
  DK: { alpha3: 'DNK', name: 'Denmark', eea: true },
  EE: { alpha3: 'EST', name: 'Estonia', eea: true },
  ES: { alpha3: 'ESP', name: 'Spain', eea: true },
  FI: { alpha3: 'FIN', name: 'Finland', eea: true },
  FR: { alpha3: 'FRA', name: 'France', eea: true },
  GB: { alpha3: 'GBR', name: 'United Kingdom', eea: false },
  GR: { alpha3: 'GRC', name: 'Greece', eea: true },
  HR: { alpha3: 'HRV', name: 'Croatia', eea: true },
  HU: { alpha3: 'HUN', name: 'Hungary', eea: true },
  IE: { alpha3: 'IRL', name: 'Ireland', eea: true },
  IN: { alpha3: 'IND', name: 'India', eea: false },
  IS: { alpha3: 'ISL', name: 'Iceland', eea: true },
  IT: { alpha3: 'ITA', name: 'Italy', eea: true },
  JP: { alpha3: 'JPN', name: 'Japan', eea: false },
  KR: { alpha3: 'KOR', name: 'South Korea', eea: false },
  LI: { alpha3: 'LIE', name: 'Liechtenstein', eea: true },
  LT: { alpha3: 'LTU', name: 'Lithuania', eea: true },
  LU: { alpha3: 'LUX', name: 'Luxembourg', eea: true },
  LV: { alpha3: 'LVA', name: 'Latvia', eea: true },
  MT: { alpha3: 'MLT', name: 'Malta', eea: true },
  MX: { alpha3: 'MEX', name: 'Mexico', eea: false },
  NL: { alpha3: 'NLD', name: 'Netherlands', eea: true },
  NO: { alpha3: 'NOR', name: 'Norway', eea: true },
  NZ: { alpha3: 'NZL', name: 'New Zealand', eea: false },
  PL: { alpha3: 'POL', name: 'Poland', eea: true },
  PT: { alpha3: 'PRT', name: 'Portugal', eea: true },
  RO: { alpha3: 'ROU', name: 'Romania', eea: true },
  SE: { alpha3: 'SWE', name: 'Sweden', eea: true },
  SG: { alpha3: 'SGP', name: 'Singapore', eea: false },
  SI: { alpha3: 'SVN', name: 'Slovenia', eea: true },
  SK: { alpha3: 'SVK', name: 'Slovakia', eea: true },
  US: { alpha3: 'USA', name: 'United States', eea: false },
} as const
export type LicenseCountry = keyof typeof licenseCountries

/** Lists the members of the European Economic Area. */
export const eeaCountries = (Object.keys(licenseCountries) as LicenseCountry[]).filter(
  (code) => licenseCountries[code].eea,
)
