import type { Identifier } from './column-schema.ts'

/** Infers facts from a column's name alone. Names are public: they are in the twin's header. */

const ID_WORD = /(^|[_\s.-])(id|ids|uuid|guid|nbr|identifier|key)$|^(id|uuid|guid)[_\s.-]/i
/** Matches an id in one word by its capitals: "orderId" is an id, "paid" is none. */
const ID_SUFFIX = /[a-z](Id|ID|Uuid|UUID|Key)$/
const ENTITY_NAME =
  /patient|customer|client|person|member|user|subject|employee|student|passenger|account|household|citizen|insured|donor|participant/i
const ENTITY_ID = new RegExp(`(${ENTITY_NAME.source})id$`, 'i')
const CODE_WORD = /(^|[_\s.-])(code|type|class|category|group|zone|region)$/i
const CODE_SUFFIX = /[a-z](Code|Type|Class|Category)$/
const POSTCODE_NAME =
  /^(zip|plz|postcode|postal)$|(zip|postal)[_\s.-]?(code)?$|postal[_\s.-]?code|postcode|zipcode/i

const NAMED_IDENTIFIERS: [RegExp, Identifier][] = [
  [/e-?mail/i, 'email'],
  [/phone|mobile|^tel$|^fax$/i, 'phone'],
  [/^ip$|ip_?addr/i, 'ip'],
  [/^mac$|mac_?addr/i, 'mac'],
  [/iban/i, 'iban'],
  [/card_?(no|num)|^pan$/i, 'card'],
  [/^ssn$|social_?security/i, 'ssn'],
  [/first_?name|given_?name|forename/i, 'first_name'],
  [/last_?name|sur_?name|family_?name/i, 'last_name'],
  [/^name$|full_?name|(customer|patient|person|contact|user)_?name/i, 'name'],
  [/street|^address/i, 'street'],
  [/passport|licen[cs]e_?(no|num)|(tax|national|insurance)_?(id|no|num)/i, 'other'],
]

export const isIdName = (name: string): boolean =>
  ID_WORD.test(name) || ID_SUFFIX.test(name) || ENTITY_ID.test(name)

/** Returns true if a name refers to a person or unit that may have several rows. */
export const isEntityName = (name: string): boolean => ENTITY_NAME.test(name)

export const isCodeName = (name: string): boolean => CODE_WORD.test(name) || CODE_SUFFIX.test(name)

export const isPostcodeName = (name: string): boolean => POSTCODE_NAME.test(name)

export function identifierOfName(name: string): Identifier | null {
  return NAMED_IDENTIFIERS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

const UNITS: [RegExp, string][] = [
  [/%|(^|[_\s.-])(pct|percent(age)?)([_\s.-]|$)/i, '%'],
  [/\$|(^|[_\s.-])usd([_\s.-]|$)/i, 'USD'],
  [/€|(^|[_\s.-])eur([_\s.-]|$)/i, 'EUR'],
  [/(^|[_\s.-])gbp([_\s.-]|$)/i, 'GBP'],
  [/(^|[_\s.-])(celsius|degc)$|[_\s.-]c$/i, '°C'],
  [/(^|[_\s.-])(fahrenheit|degf)$|[_\s.-]f$/i, '°F'],
  [/(^|[_\s.-])(years|yrs?)$|^age$|(^|[_\s.-])age$/i, 'years'],
  [/(^|[_\s.-])months$|^tenure$/i, 'months'],
  [/(^|[_\s.-])(days?_in|days|no_of_days)([_\s.-]|$)/i, 'days'],
  [/(^|[_\s.-])(hours|hrs)([_\s.-]|$)/i, 'hours'],
  [/(^|[_\s.-])(minutes|mins)([_\s.-]|$)/i, 'minutes'],
  [/(^|[_\s.-])(seconds|secs?)$/i, 'seconds'],
  [/(^|[_\s.-])(miles|mi)$/i, 'miles'],
]

const SYMBOLS = 'kg mg ug lb cm mm km ms kWh kW MW lux ppm ppb hPa kPa mmHg bpm dB Hz rpm'.split(
  ' ',
)

/** Returns the unit of a number with this name; null if the name states none. */
export function unitOfName(name: string): string | null {
  const last = name
    .split(/[_\s.-]/)
    .at(-1)!
    .toLowerCase()
  // A name of one or two letters alone is more often no unit.
  const isUnit = last.length > 2 || last.length < name.length
  const symbol = isUnit ? SYMBOLS.find((unit) => unit.toLowerCase() === last) : undefined
  return symbol ?? UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

const BOUNDS: [RegExp, number, number][] = [
  [/(^|[_\s.-])age$/i, 0, 120],
  [/%|(^|[_\s.-])(pct|percent(age)?)([_\s.-]|$)/i, 0, 100],
  [/(^|[_\s.-])month$/i, 1, 12],
  [/^day$|day_of_month/i, 1, 31],
  [/(^|[_\s.-])hour$/i, 0, 23],
  [/(^|[_\s.-])minute$/i, 0, 59],
  [/(^|[_\s.-])lat(itude)?$/i, -90, 90],
  [/(^|[_\s.-])(lon|lng|longitude)$/i, -180, 180],
]

/** Returns the commonly known bounds for a quantity of this name; null if the name states none. */
export function boundsOfName(name: string): { min: number; max: number } | null {
  const found = BOUNDS.find(([pattern]) => pattern.test(name))
  return found ? { min: found[1], max: found[2] } : null
}
