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

/** Describes an earlier proposal by the price that it would have made; withdrawn ones count like others. */
export type PastProposal = {
  by: Side
  priceCents: bigint
  isAutomatic: boolean
  /** True: made or read by the rules as they stand; false: from before they were stated. */
  isSince: boolean
}

export type Round = {
  side: Side
  rules: AnswerRules
  asked: Requirements
  /** The terms of the offer as it stands. */
  current: Terms
  /** The lowest price that the vendor's offer, or an earlier one of the vendor on the request, has ever had. */
  offeredCents: bigint
  /** The terms with the other party's pending proposal; null: none is pending. */
  proposed: Terms | null
  /** The proposals before the pending one, oldest first. */
  past: readonly PastProposal[]
}

/** Holds an answer; null leaves it to people. */
export type AutomaticAnswer = { act: 'approve' } | { act: 'propose'; changes: ProposedTerms } | null

/**
 * Returns the answer to a pending proposal, or a client's first proposal on an offer. A counterproposal follows from the
 * schedule, the request, the offer and the other party's proposals alone, and never from a bound.
 */
export function decideAnswer(round: Round): AutomaticAnswer {
  const { side, rules, current, proposed, past } = round
  const hasSpoken = past.some(({ by }) => by === side)
  if (!proposed && (side === 'vendor' || hasSpoken)) return null
  if (isSpent(side, rules, past)) return null
  const { limitCents, mayCounter } = nextPrice(round)
  const theirs = proposed ?? current
  const isPriceFine = isAsGood(side, theirs.priceCents, limitCents)
  if (isPriceFine && isWithin(round, theirs))
    return proposed && rules.mayApprove ? { act: 'approve' } : null
  if (!mayCounter) return null
  const counter = counterTo(round, isPriceFine ? theirs.priceCents : limitCents)
  return isWithin(round, counter) ? proposal(current, counter) : null
}

/**
 * Returns true once nothing more is read: each proposal of the other party counts, answered or not, and so does each
 * automatic answer from before a change of the rules.
 */
export function isSpent(
  side: Side,
  { answers }: Pick<AnswerRules, 'answers'>,
  past: readonly PastProposal[],
): boolean {
  const made = past.filter(({ by, isAutomatic }) => by === side && isAutomatic)
  const madeSince = made.filter(({ isSince }) => isSince).length
  const read = past.filter(({ by, isSince }) => by !== side && isSince).length
  return made.length - madeSince + Math.max(madeSince, read) >= answers
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

/** Returns the worst price that is approved now, which never passes the schedule, and whether it may also be proposed. */
function nextPrice(round: Round): { limitCents: bigint; mayCounter: boolean } {
  const { side, rules, past } = round
  const { openingCents, stepCents } = rules
  const lastCents = past.findLast(({ by }) => by === side)?.priceCents
  if (lastCents === undefined)
    return {
      limitCents: side === 'client' ? openingCents : concede(side, openingCents, stepCents),
      mayCounter: true,
    }
  const by = smaller(gainOf(round) ?? stepCents, stepCents)
  const nextCents = concede(side, lastCents, by)
  const endCents = scheduleEnd(side, rules)
  if (by > 0n && isAsGood(side, nextCents, endCents))
    return { limitCents: nextCents, mayCounter: true }
  // A price made by hand, or under earlier rules, may lie past the schedule.
  return {
    limitCents: isAsGood(side, lastCents, endCents) ? lastCents : endCents,
    mayCounter: false,
  }
}

/** Returns by how much the other party betters its best price so far, withdrawn or not; undefined if it has named none. */
function gainOf({ side, current, offeredCents, proposed, past }: Round): bigint | undefined {
  const named = past.filter(({ by }) => by !== side).map(({ priceCents }) => priceCents)
  if (side === 'client') named.push(offeredCents)
  const [first, ...others] = named
  if (first === undefined) return undefined
  const best = others.reduce((a, b) => (isAsGood(side, a, b) ? a : b), first)
  return concede(side, 0n, best - (proposed ?? current).priceCents)
}

/** Returns true if terms are inside the price bound, and no term is worse than its bound or the party's open position. */
function isWithin({ side, rules, asked, current }: Round, terms: Terms): boolean {
  const limits = { ...positionOf(side, current, asked), ...definedBounds(rules) }
  return (
    isAsGood(side, terms.priceCents, rules.priceBoundCents) &&
    terms.targetAccuracyPercent === current.targetAccuracyPercent &&
    terms.floorPricePercent === current.floorPricePercent &&
    termFitters.every((fits) => fits(side, terms, limits))
  )
}

/** Without approvals a bound would only show which proposals wait for people and which are countered. */
const definedBounds = ({ bounds, mayApprove }: AnswerRules): Partial<Position> =>
  mayApprove
    ? Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined))
    : {}

type Fits = (side: Side, terms: Terms, limits: Position) => boolean

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
  license: (side, terms, limits) => {
    const [asked, offered] =
      side === 'client' ? [limits.license, terms.license] : [terms.license, limits.license]
    return checkLicense(asked, offered).verdict === 'meets'
  },
}
const termFitters = Object.values(fits)
const positionFields = Object.keys(fits) as (keyof Position)[]

/** Returns the other party's terms with this price, and this side's open position for each term that falls short of it. */
function counterTo(round: Round, priceCents: bigint): Terms {
  const { side, current, asked, proposed } = round
  const theirs = proposed ?? current
  const position = positionOf(side, current, asked)
  const missed = positionFields.filter((field) => !fits[field](side, theirs, position))
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
