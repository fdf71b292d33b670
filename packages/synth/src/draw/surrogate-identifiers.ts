import { type RandomSource, uniformBelow } from '../random/random-source.ts'
import type { Identifier } from '../schema/column-schema.ts'
import { ibanRemainder, luhnSum } from '../schema/infer/check-digits.ts'

/** Given and family names common in public lists; no name of the original is looked at. */
const GIVEN =
  'Ada Alan Amina Anna Ben Bruno Carla Chen Clara David Dora Elena Emil Eva Fatima Felix Frank Grace Hana Hugo Ida Igor Iris Ivan Jonas Julia Kenji Kira Lars Leila Leo Lucia Mara Maya Mila Nadia Nils Noah Olga Omar Paul Petra Rahul Rosa Ruth Sam Sofia Tara Tomas Vera Victor Wei Yara Yusuf Zoe'.split(
    ' ',
  )
const FAMILY =
  'Adler Ahmed Baker Berg Bianchi Brown Castro Chen Clark Costa Diaz Dubois Evans Fischer Fontaine Garcia Haddad Hansen Ito Ivanov Jensen Kim Khan Kowalski Larsen Lee Lopez Maier Martin Meyer Moreau Murphy Nakamura Novak Nguyen Okafor Olsen Patel Petrov Reyes Rossi Santos Schmidt Silva Singh Suzuki Tanaka Torres Varga Wagner Weber Wilson Wong Yilmaz Zhang'.split(
    ' ',
  )
const STREETS =
  'Acorn Alder Birch Brook Cedar Chestnut Cliff Elm Fern Forest Garden Harbor Hazel Hill Juniper Lake Laurel Linden Maple Meadow Mill Oak Orchard Park Pine Poplar River Rose Spring Station Valley Walnut Willow'.split(
    ' ',
  )

/** Address blocks kept for documentation: RFC 5737. */
const IPV4_BLOCKS = ['192.0.2', '198.51.100', '203.0.113']

/** `count` random decimal digits. */
function digits(count: number, random: RandomSource): string {
  return Array.from({ length: count }, () => uniformBelow(random, 10)).join('')
}

function hex(count: number, random: RandomSource): string {
  return Array.from({ length: count }, () => uniformBelow(random, 16).toString(16)).join('')
}

function pick(list: string[], random: RandomSource): string {
  return list[uniformBelow(random, list.length)]!
}

/**
 * Generates surrogates with valid formats that belong to no person: reserved domains, numbers and
 * addresses, and account numbers with correct check digits under issuers that cannot exist.
 */
export const SURROGATES: Record<Exclude<Identifier, 'other'>, (random: RandomSource) => string> = {
  // RFC 2606.
  email: (random) =>
    `${pick(GIVEN, random)}.${pick(FAMILY, random)}${digits(4, random)}@example.com`.toLowerCase(),
  // 555-0100 to 555-0199 are kept for fiction in every area of the North American plan.
  phone: (random) => `+1-${200 + uniformBelow(random, 780)}-555-01${digits(2, random)}`,
  iban: surrogateIban,
  card: surrogateCardNumber,
  // No number begins with 666.
  ssn: (random) =>
    `666-${String(1 + uniformBelow(random, 99)).padStart(2, '0')}-${String(1 + uniformBelow(random, 9999)).padStart(4, '0')}`,
  ip: (random) => `${pick(IPV4_BLOCKS, random)}.${uniformBelow(random, 256)}`,
  // RFC 3849.
  ipv6: (random) => `2001:db8:${hex(4, random)}:${hex(4, random)}::${hex(4, random)}`,
  // RFC 7042, 2.1.2.
  mac: (random) => `00:00:5E:00:53:${hex(2, random).toUpperCase()}`,
  first_name: (random) => pick(GIVEN, random),
  last_name: (random) => pick(FAMILY, random),
  name: (random) => `${pick(GIVEN, random)} ${pick(FAMILY, random)}`,
  street: (random) => `${1 + uniformBelow(random, 400)} ${pick(STREETS, random)} Street`,
}

/** German form; bank codes there begin with 1 to 8. */
function surrogateIban(random: RandomSource): string {
  const account = `0${digits(17, random)}`
  const check = 98 - ibanRemainder(`DE00${account}`)
  return `DE${String(check).padStart(2, '0')}${account}`
}

/** 9 is for national use, and 999 is no country's number (ISO/IEC 7812, ISO 3166). */
function surrogateCardNumber(random: RandomSource): string {
  const body = `9999${digits(11, random)}`
  return `${body}${(10 - (luhnSum(`${body}0`) % 10)) % 10}`
}
