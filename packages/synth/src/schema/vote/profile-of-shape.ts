import { identifierOfName, isCodeName, isIdName } from '../column-names.ts'
import type { ColumnKind } from '../column-schema.ts'
import { COLLISIONS, type ColumnProfile } from '../infer/infer-column.ts'
import type { Shape } from './decide-shape.ts'

/** Holds the noisy number of different values, and the deviation of its noise. */
export type DistinctVotes = { noisy: number; sigma: number }

/** Describes the usual pattern of a column's values, and the noisy number of rows that have it. */
export type CommonMask = { mask: string; rows: number }

const MEAN_LENGTHS = { short: 6, word: 20, phrase: 30, prose: 100 }
const MEAN_WORDS = { short: 1, word: 1, phrase: 2, prose: 10 }

/** Returns true if the kind of a column depends on how many different values it has. */
export function needsDistinct(name: string, shape: Shape, kind: ColumnKind | null): boolean {
  if (kind !== null || shape.type === 'undecided' || shape.type === 'date') return false
  if (identifierOfName(name) !== null || isIdName(name)) return true
  if (shape.type === 'integer') return isCodeName(name) || mayBeKey(shape)
  return shape.type === 'text' && shape.personal === null
}

/**
 * Returns true if there are enough whole numbers of so many digits for one of them to repeat, and
 * not so many that one must.
 */
function mayBeKey({ filled, digits }: Shape): boolean {
  const span = 10 ** digits
  return filled * filled > COLLISIONS * span && filled < 1.1 * span
}

/**
 * Returns true if the values are so different that they are no random numbers of so many digits:
 * closer to all of them than to what chance leaves.
 */
function isNumericKey(shape: Shape, distinct: number): boolean {
  if (shape.type !== 'integer' || !mayBeKey(shape)) return false
  const span = 10 ** shape.digits
  const byChance = span * (1 - Math.exp(-shape.filled / span))
  return distinct > (Math.min(span, shape.filled) + byChance) / 2
}

/**
 * Describes a column by what votes decided, for the same inference that exact figures have. Sees
 * noisy counts alone.
 */
export function profileOfShape(
  name: string,
  shape: Shape,
  distinct: DistinctVotes | null,
  declaredKind: ColumnKind | null,
): ColumnProfile {
  const { filled, type, text } = shape
  const isTime = declaredKind === 'date' || declaredKind === 'timestamp'
  const isDate = shape.dateFormat !== '' && (type === 'date' || isTime)
  const isNumber = type === 'integer' || type === 'number'
  return {
    name,
    nullToken: shape.nullToken,
    rows: filled,
    isUndecided: type === 'undecided',
    filled,
    missingShare: 0,
    distinct: Math.max(0, distinct?.noisy ?? 0),
    distinctError: distinct ? Math.hypot(distinct.sigma, shape.sigma) : 0,
    integers: type === 'integer' || type === 'boolean' ? filled : 0,
    numbers: isNumber ? filled : 0,
    leadingZeros: 0,
    decimals: shape.decimals,
    minDecimals: shape.fixedDecimals ? shape.decimals : 0,
    recognized: shape.personal,
    meanLength: type === 'text' ? MEAN_LENGTHS[text] : 0,
    meanWords: type === 'text' ? MEAN_WORDS[text] : 0,
    isBoolean: type === 'boolean',
    isNumericKey: distinct !== null && isNumericKey(shape, distinct.noisy),
    minimum: 0,
    maximum: 0,
    mask: '9'.repeat(shape.digits),
    maskCount: type === 'integer' ? filled : 0,
    dateFormats: isDate ? [{ format: shape.dateFormat, share: 1 }] : [],
  }
}

/** Returns the profile with the usual pattern of its values, if votes found one. */
export function withMask(profile: ColumnProfile, found: CommonMask | null): ColumnProfile {
  return found ? { ...profile, mask: found.mask, maskCount: found.rows } : profile
}

/** Returns the profile of numbers with at most so many digits before the point. */
export function withDigits(profile: ColumnProfile, digits: number): ColumnProfile {
  return { ...profile, maximum: 10 ** digits }
}
