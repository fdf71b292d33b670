/** Decides an automatic answer from what both parties see, a stated schedule, and bounds that only an approval can touch. Pure. */
import type { Side } from '../../core/sides.ts'
import { checkLicense } from '../licensing/license-check.ts'
import { grantsRows } from '../rules/more-rows.ts'
import { diffTerms } from '../term-changes.ts'
import { type ProposedTerms, type Requirements, type Terms, termFields } from '../terms.ts'
import {
  type AnswerRules,
  concede,
  isAsGood,
  type Position,
  positionOf,
  scheduleEnd,
  termIsAsGood,
} from './rules.ts'

/** Describes an earlier proposal by the price that it would have made. */
export type PastProposal = { by: Side; priceCents: bigint; isAutomatic: boolean }

export type Round = {
  side: Side
  rules: AnswerRules
  asked: Requirements
  /** The terms of the offer as it stands. */
  current: Terms
  /** What the other party's pending proposal would make of them; null: none is pending. */
  proposed: Terms | null
  /** The proposals before the pending one, oldest first. */
  past: readonly PastProposal[]
}

/** Null leaves the answer to people. */
export type AutomaticAnswer = { act: 'approve' } | { act: 'propose'; changes: ProposedTerms } | null

/**
 * Returns the answer to a pending proposal, or a client's first proposal on an offer. A counterproposal follows from the
 * schedule, the request, the offer and the other party's proposals alone, and never from a bound.
 */
export function decideAnswer(round: Round): AutomaticAnswer {
  const { side, rules, current, proposed, past } = round
  const hasSpoken = past.some(({ by }) => by === side)
  if (!proposed && (side === 'vendor' || hasSpoken)) return null
  const { limitCents, mayCounter } = nextPrice(round)
  const theirs = proposed ?? current
  const isPriceFine = isAsGood(side, theirs.priceCents, limitCents)
  if (isPriceFine && isWithin(round, theirs))
    return proposed && rules.mayApprove ? { act: 'approve' } : null
  if (!mayCounter) return null
  const counter = counterTo(round, isPriceFine ? theirs.priceCents : limitCents)
  return isWithin(round, counter) ? proposal(current, counter) : null
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

/** Returns the worst price that is approved now, and whether it may also be proposed. */
function nextPrice({ side, rules, current, proposed, past }: Round): {
  limitCents: bigint
  mayCounter: boolean
} {
  const own = past.filter(({ by }) => by === side)
  const used = own.filter(({ isAutomatic }) => isAutomatic).length
  const lastCents = own.at(-1)?.priceCents
  const isSpent = used >= rules.answers
  const { openingCents, stepCents } = rules
  if (lastCents === undefined)
    return {
      limitCents: side === 'client' ? openingCents : concede(side, openingCents, stepCents),
      mayCounter: !isSpent,
    }
  const before = past.findLast(({ by }) => by !== side)?.priceCents
  const earlier = before ?? (side === 'client' ? current.priceCents : undefined)
  const now = (proposed ?? current).priceCents
  const moved = earlier === undefined ? stepCents : concede(side, 0n, earlier - now)
  const by = smaller(moved, stepCents)
  const limitCents = concede(side, lastCents, by)
  const isOnSchedule = isAsGood(side, limitCents, scheduleEnd(side, rules))
  if (isSpent || by <= 0n || !isOnSchedule) return { limitCents: lastCents, mayCounter: false }
  return { limitCents, mayCounter: true }
}

/** Returns true if terms are inside the price bound, and no term is worse than its bound or what is asked for openly. */
function isWithin({ side, rules, asked, current }: Round, terms: Terms): boolean {
  const limits = { ...positionOf(side, current, asked), ...definedBounds(rules) }
  return (
    isAsGood(side, terms.priceCents, rules.priceBoundCents) &&
    terms.targetAccuracyPercent === current.targetAccuracyPercent &&
    terms.floorPricePercent === current.floorPricePercent &&
    termFitters.every((fits) => fits(side, terms, limits, current))
  )
}

/** Without approvals a bound would only tell proposals that wait for people from those that are countered. */
const definedBounds = ({ bounds, mayApprove }: AnswerRules): Partial<Position> =>
  mayApprove
    ? Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined))
    : {}

type Fits = (side: Side, terms: Terms, limits: Position, current: Terms) => boolean

const fits: { [Field in keyof Position]: Fits } = {
  timelineDays: (side, terms, limits) =>
    termIsAsGood.timelineDays(side, terms.timelineDays, limits.timelineDays),
  sampleRecords: (side, terms, limits) =>
    termIsAsGood.sampleRecords(side, terms.sampleRecords, limits.sampleRecords),
  minAccuracyPercent: (side, terms, limits) =>
    termIsAsGood.minAccuracyPercent(side, terms.minAccuracyPercent, limits.minAccuracyPercent),
  privacyLevel: (side, terms, limits) =>
    termIsAsGood.privacyLevel(side, terms.privacyLevel, limits.privacyLevel),
  dataFormats: (side, terms, limits) =>
    side === 'client'
      ? limits.dataFormats.every((format) => terms.dataFormats.includes(format))
      : terms.dataFormats.every((format) => limits.dataFormats.includes(format)),
  moreRows: (side, terms, limits) =>
    side === 'client'
      ? grantsRows(terms.moreRows, limits.moreRows)
      : grantsRows(limits.moreRows, terms.moreRows),
  license: (side, terms, limits, current) => {
    if (!changes(current, { license: terms.license }, 'license')) return true
    const [asked, offered] =
      side === 'client' ? [limits.license, terms.license] : [terms.license, limits.license]
    return checkLicense(asked, offered).verdict === 'meets'
  },
}
const termFitters = Object.values(fits)
const positionFields = Object.keys(fits) as (keyof Position)[]

const changes = (current: Terms, proposed: ProposedTerms, term: keyof typeof termFields) =>
  diffTerms(current, proposed).some(({ field }) => field === term)

/** Returns the other party's terms with this price, and what this side asks for openly wherever they fall short of it. */
function counterTo(round: Round, priceCents: bigint): Terms {
  const { side, current, asked, proposed } = round
  const theirs = proposed ?? current
  const position = positionOf(side, current, asked)
  const missed = positionFields.filter((field) => !fits[field](side, theirs, position, current))
  return {
    ...theirs,
    ...(Object.fromEntries(missed.map((field) => [field, position[field]])) as Partial<Terms>),
    priceCents,
    targetAccuracyPercent: current.targetAccuracyPercent,
    floorPricePercent: current.floorPricePercent,
  }
}

/** Returns the proposal of what differs from the offer; null if nothing does. */
function proposal(current: Terms, next: Terms): AutomaticAnswer {
  const fields = diffTerms(current, next as ProposedTerms).map(({ field }) => termFields[field])
  if (fields.length === 0) return null
  return {
    act: 'propose',
    changes: Object.fromEntries(fields.map((field) => [field, next[field]])) as ProposedTerms,
  }
}
