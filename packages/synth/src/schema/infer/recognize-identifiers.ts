import type { Identifier } from '../column-schema.ts'
import { isCard, isIban } from './check-digits.ts'
import { GIVEN_NAMES } from './given-names.ts'

/**
 * Describes the recognized kind of personal data of a sample of texts, and the share of texts in
 * which it is recognized.
 */
export type Recognized = { identifier: Identifier; share: number }

/**
 * Returns the kind of personal data that most values resemble; null for none, or without values.
 */
export function recognizeIdentifier(values: string[]): Recognized | null {
  if (values.length === 0) return null
  for (const { identifier, accepts, least } of TESTS) {
    const share = values.filter(accepts).length / values.length
    if (share > least) return { identifier, share }
  }
  return null
}

/** Returns the first kind of personal data that one text resembles; null for none. */
export function identifierOf(value: string): Identifier | null {
  return TESTS.find(({ accepts }) => accepts(value))?.identifier ?? null
}

/** Lists, by kind of personal data, the share of values above which it is recognized. */
export function leastShareOf(identifier: Identifier): number {
  return TESTS.find((test) => test.identifier === identifier)?.least ?? 1
}

const matches = (pattern: RegExp) => (value: string) => pattern.test(value)

function isIpv4(value: string): boolean {
  const parts = value.split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)
}

function isIpv6(value: string): boolean {
  if (!/^[0-9a-f:]+(%\w+)?$/i.test(value)) return false
  const groups = value.replace(/%.*/, '').split(':')
  const isShort = value.includes('::')
  return (
    groups.every((group) => group.length <= 4) &&
    (isShort ? groups.length >= 3 && groups.length <= 9 : groups.length === 8)
  )
}

const STREET_WORD =
  /(^|\s)(street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|square|rue|via|calle|avenida)\b\.?|(stra(ß|ss)e|str\.?|weg|gasse|platz|allee|straat|laan)(\s|$)/i

/** A house number and a word for a street. */
function isStreet(value: string): boolean {
  return /(^|\s)\d+[a-z]?(\s|,|$)/i.test(value) && STREET_WORD.test(value) && value.length < 80
}

const isGivenName = (value: string) => GIVEN_NAMES.has(value.toLowerCase())

const NAME_WORD = /^[\p{L}.'’"()-]+,?$/u

/** Two to eight words without digits, one of them a known given name: "Ada Khan", "Khan, Mrs. Ada". */
function isFullName(value: string): boolean {
  const words = value.split(/\s+/)
  if (words.length < 2 || words.length > 8 || !words.every((word) => NAME_WORD.test(word))) {
    return false
  }
  if (!/^\p{Lu}/u.test(value)) return false
  return words.some((word) => isGivenName(word.replaceAll(/[.,'’"()]/g, '')))
}

/** The test of a value per kind, and the share of values above which the kind is believed. */
const TESTS: { identifier: Identifier; accepts: (value: string) => boolean; least: number }[] = [
  { identifier: 'email', accepts: matches(/^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/), least: 0.5 },
  { identifier: 'mac', accepts: matches(/^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i), least: 0.5 },
  { identifier: 'ip', accepts: isIpv4, least: 0.5 },
  { identifier: 'ipv6', accepts: isIpv6, least: 0.5 },
  { identifier: 'iban', accepts: isIban, least: 0.5 },
  { identifier: 'card', accepts: isCard, least: 0.5 },
  { identifier: 'ssn', accepts: matches(/^\d{3}-\d{2}-\d{4}$/), least: 0.5 },
  {
    identifier: 'phone',
    accepts: matches(/^(\+\d[\d ()./-]{6,18}|\(?\d{3}\)?[ ./-]\d{3}[ ./-]\d{4})$/),
    least: 0.8,
  },
  { identifier: 'street', accepts: isStreet, least: 0.5 },
  { identifier: 'name', accepts: isFullName, least: 0.3 },
  { identifier: 'first_name', accepts: isGivenName, least: 0.5 },
]
