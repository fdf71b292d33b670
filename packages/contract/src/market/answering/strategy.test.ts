import { describe, expect, it } from 'vitest'
import { otherSide, type Side } from '../../core/sides.ts'
import { defaultLicense as license } from '../licensing/license-terms.ts'
import { applyProposal, type ProposedTerms, type Requirements, type Terms } from '../terms.ts'
import { type AnswerRules, isAsGood, rulesProblem, scheduleEnd } from './rules.ts'
import { type AutomaticAnswer, decideAnswer, type PastProposal } from './strategy.ts'

const asked: Requirements = {
  budgetMinCents: 0n,
  budgetMaxCents: 2_500_000n,
  timelineDays: 14,
  deliveryFormat: 'csv',
  sampleRecords: null,
  minAccuracyPercent: null,
  privacyLevel: 'standard',
  moreRows: null,
  license,
}
const offered: Terms = {
  priceCents: 1_850_000n,
  timelineDays: 10,
  dataFormats: ['csv'],
  sampleRecords: null,
  minAccuracyPercent: null,
  targetAccuracyPercent: null,
  floorPricePercent: null,
  privacyLevel: 'standard',
  moreRows: null,
  license,
}

const rulesOf = (change: Partial<AnswerRules> = {}): AnswerRules => ({
  openingCents: 1_850_000n,
  priceBoundCents: 1_600_000n,
  stepCents: 50_000n,
  answers: 4,
  mayApprove: true,
  bounds: {},
  ...change,
})
const buying = (change: Partial<AnswerRules> = {}) =>
  rulesOf({ openingCents: 1_500_000n, priceBoundCents: 1_800_000n, ...change })

/** Seeded, so that a failure comes again. */
function random(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Made = { by: Side; changes: ProposedTerms | 'approve' }

/** Draws proposals that members made before the rules, some past every bound. */
const drawPast = (draw: (below: number) => number, most: number): PastProposal[] =>
  Array.from({ length: draw(most + 1) }, () => ({
    by: draw(2) === 0 ? 'client' : 'vendor',
    priceCents: BigInt(500_000 + draw(2_000_000)),
    isAutomatic: draw(4) === 0,
    isSince: false,
  }))

/** Has the rules of both sides answer each other after what was proposed before; a client's first proposal opens. */
function negotiate(rules: Record<Side, AnswerRules>, before: readonly PastProposal[] = []): Made[] {
  const current = offered
  const made: Made[] = []
  const past = [...before]
  let proposed: Terms | null = null
  for (let side: Side = 'client'; made.length < 100; side = otherSide(side)) {
    const answer = decideAnswer({
      side,
      rules: rules[side],
      asked,
      current,
      offeredCents: current.priceCents,
      proposed,
      past: proposed ? past.slice(0, -1) : past,
    })
    if (!answer) return made
    made.push({ by: side, changes: answer.act === 'approve' ? 'approve' : answer.changes })
    if (answer.act === 'approve') return made
    proposed = applyProposal(current, answer.changes)
    past.push({ by: side, priceCents: proposed.priceCents, isAutomatic: true, isSince: true })
  }
  throw new Error('The rules answer each other for ever')
}

/** Makes rules whose schedule ends inside the bound, or on it. */
function drawRules(side: Side, draw: (below: number) => number): AnswerRules {
  const sign = side === 'client' ? 1n : -1n
  const answers = 1 + draw(10)
  const stepCents = BigInt(100 + draw(200_000))
  const openingCents = side === 'client' ? BigInt(500_000 + draw(1_500_000)) : offered.priceCents
  const rules = rulesOf({ openingCents, answers, stepCents })
  const room = BigInt(draw(300_000))
  return { ...rules, priceBoundCents: scheduleEnd(side, rules) + sign * room }
}

describe('rules of both parties', () => {
  it('end in every one of 10,000 pairs, with each price inside the bound of who proposes and each deal inside both', () => {
    const draw = random(1)
    let deals = 0
    for (let pair = 0; pair < 10_000; pair++) {
      const rules = { client: drawRules('client', draw), vendor: drawRules('vendor', draw) }
      const made = negotiate(rules, pair % 2 === 0 ? [] : drawPast(draw, 4))
      if (made.length > rules.client.answers + rules.vendor.answers + 1)
        throw new Error(`Pair ${pair} takes ${made.length} answers`)
      let price = offered.priceCents
      for (const { by, changes } of made) {
        price = changes === 'approve' ? price : (changes.priceCents ?? offered.priceCents)
        if (!isAsGood(by, price, scheduleEnd(by, rules[by])))
          throw new Error(`Pair ${pair}: ${by} passes its last price at ${price}`)
      }
      const isDeal = made.at(-1)?.changes === 'approve'
      if (isDeal && rules.client.priceBoundCents < rules.vendor.priceBoundCents)
        throw new Error(`Pair ${pair} agrees outside of a bound`)
      if (isDeal) deals++
    }
    expect(deals).toBeGreaterThan(1000)
    expect(deals).toBeLessThan(9000)
  })

  it('say the same, word for word, whatever the bounds on the price are and whatever was proposed before', () => {
    const draw = random(2)
    for (let pair = 0; pair < 500; pair++) {
      const rules = { client: drawRules('client', draw), vendor: drawRules('vendor', draw) }
      const others = {
        client: { ...rules.client, priceBoundCents: 90_000_000n },
        vendor: { ...rules.vendor, priceBoundCents: 100n },
      }
      const before = pair % 2 === 0 ? [] : drawPast(draw, 4)
      expect(negotiate(others, before)).toEqual(negotiate(rules, before))
    }
  })
})

/** Answers the proposals of a party that probes, in turn, withdrawn where nothing answers, until one is approved. */
function probe(
  side: Side,
  rules: AnswerRules,
  probes: readonly ProposedTerms[],
  before: readonly PastProposal[] = [],
): AutomaticAnswer[] {
  const past = [...before]
  const answers: AutomaticAnswer[] = []
  for (const changes of probes) {
    const proposed = applyProposal(offered, changes)
    const { priceCents: offeredCents } = offered
    const round = { side, rules, asked, current: offered, offeredCents, proposed, past }
    const answer = decideAnswer(round)
    answers.push(answer)
    const { priceCents } = proposed
    past.push({ by: otherSide(side), priceCents, isAutomatic: false, isSince: true })
    if (answer?.act === 'approve') break
    if (answer) {
      const own = applyProposal(offered, answer.changes)
      past.push({ by: side, priceCents: own.priceCents, isAutomatic: true, isSince: true })
    }
  }
  return answers
}

const byHand = (by: Side, priceCents: bigint): PastProposal => ({
  by,
  priceCents,
  isAutomatic: false,
  isSince: false,
})
const at = (dollars: number, timelineDays = 10): ProposedTerms => ({
  priceCents: BigInt(dollars) * 100n,
  timelineDays,
})
const proposes = (dollars: number): AutomaticAnswer => ({
  act: 'propose',
  changes: { priceCents: BigInt(dollars) * 100n },
})

describe('who probes', () => {
  it('sees the same answers under two bounds until one of them approves what the other does not', () => {
    const draw = random(3)
    for (let run = 0; run < 500; run++) {
      const probes = Array.from({ length: 12 }, () => ({
        priceCents: BigInt(1_400_000 + draw(500_000)),
        timelineDays: 1 + draw(14),
      }))
      const [few, many] = [1 + draw(10), 1 + draw(10)].toSorted((a, b) => a - b) as [number, number]
      const before = run % 2 === 0 ? [] : drawPast(draw, 4)
      const strict = probe('vendor', rulesOf({ bounds: { timelineDays: many } }), probes, before)
      const loose = probe('vendor', rulesOf({ bounds: { timelineDays: few } }), probes, before)
      const first = loose.findIndex((answer, at) => !isSame(answer, strict[at]))
      if (first < 0) continue
      expect(loose[first]).toEqual({ act: 'approve' })
      const days = probes[first]!.timelineDays
      expect(days >= few && days < many).toBe(true)
    }
  })

  it('learns nothing of bounds where approvals are left to people', () => {
    const draw = random(4)
    for (let run = 0; run < 100; run++) {
      const probes = Array.from({ length: 6 }, () => ({
        priceCents: BigInt(1_700_000 + draw(200_000)),
        timelineDays: 1 + draw(14),
      }))
      const answersBy = (timelineDays: number) =>
        probe('vendor', rulesOf({ mayApprove: false, bounds: { timelineDays } }), probes)
      expect(answersBy(1)).toEqual(answersBy(9))
    }
  })

  it('gets no further step without moving, and none after the last answer', () => {
    const low = { priceCents: 1_000_000n }
    expect(probe('vendor', rulesOf(), [low, low, low])).toEqual([
      { act: 'propose', changes: { priceCents: 1_800_000n } },
      null,
      null,
    ])
    const rising = [10, 11, 12, 13, 14, 15].map((each) => ({ priceCents: BigInt(each) * 100_000n }))
    expect(probe('vendor', rulesOf(), rising).map((answer) => answer !== null)).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ])
  })

  it('is not followed for going back and forth, with proposals it withdraws between', () => {
    const yoyo = [at(10_000), at(1), at(10_000), at(1), at(10_000)]
    expect(probe('vendor', rulesOf({ answers: 5, stepCents: 40_000n }), yoyo)).toEqual([
      proposes(18_100),
      ...[null, null, null, null],
    ])
    const buyer = buying({ answers: 6 })
    const opened = [{ ...byHand('client', buyer.openingCents), isAutomatic: true, isSince: true }]
    const down = [at(25_000), at(18_500), at(25_000), at(18_500)]
    expect(probe('client', buyer, down, opened)).toEqual([null, null, null, null])
  })

  it('gets, from its first proposal on, no more of a price than it gives', () => {
    const draw = random(5)
    for (let run = 0; run < 1000; run++) {
      const probes = Array.from({ length: 12 }, () => at(draw(17_000)))
      const answers = probe('vendor', { ...drawRules('vendor', draw), mayApprove: false }, probes)
      const own = answers.flatMap((answer) =>
        answer?.act === 'propose' ? (answer.changes.priceCents ?? offered.priceCents) : [],
      )
      const [first = 0n, last = 0n] = [own.at(0), own.at(-1)]
      const theirs = probes.flatMap(({ priceCents }) => priceCents ?? [])
      const most = theirs.toSorted((a, b) => Number(b - a))[0] ?? 0n
      expect(first - last <= most - (theirs[0] ?? 0n)).toBe(true)
    }
  })

  it('has no more comparisons than there are answers, however many of its proposals meet silence', () => {
    const days = [1, 1, 2, 3, 4, 5, 6, 7].map((each) => at(18_000, each))
    const answersBy = (timelineDays: number) =>
      probe('vendor', rulesOf({ bounds: { timelineDays } }), days)
    expect(answersBy(2).map((answer) => answer?.act)).toEqual(['propose', undefined, 'approve'])
    expect(answersBy(4)).toEqual(answersBy(9))
    expect(answersBy(4)).toEqual([proposes(18_000), ...Array.from({ length: 7 }, () => null)])
  })

  it('does not find the bound on the price where a price by hand, or of earlier rules, lies past the last answer', () => {
    const prices = [15_000, 15_550, 15_800, 16_000, 16_100, 16_900, 17_000].map((each) => at(each))
    for (const own of [
      byHand('vendor', 1_200_000n),
      { ...byHand('vendor', 1_500_000n), isAutomatic: true },
    ])
      for (const priceBoundCents of [1_600_000n, 1_555_000n]) {
        const rules = rulesOf({ priceBoundCents, answers: 8, stepCents: 18_750n })
        const before = [byHand('client', 1_000_000n), own]
        expect(probe('vendor', rules, prices, before)).toEqual([
          ...[null, null, null, null, null, null],
          { act: 'approve' },
        ])
      }
  })

  it('is read no further by changed rules than the answers of the earlier ones leave', () => {
    const made = { ...byHand('vendor', 1_800_000n), isAutomatic: true }
    const before = [byHand('client', 900_000n), made, byHand('client', 950_000n), made]
    const rising = [10_000, 10_100, 10_200].map((each) => at(each))
    expect(probe('vendor', rulesOf(), rising, before).map((answer) => answer !== null)).toEqual([
      ...[true, true, false],
    ])
  })

  it('is followed only as far as it moves', () => {
    const [, second] = probe('vendor', rulesOf(), [
      { priceCents: 1_000_000n },
      { priceCents: 1_010_000n },
    ])
    expect(second).toEqual({ act: 'propose', changes: { priceCents: 1_790_000n } })
  })
})

const isSame = (a: unknown, b: unknown) =>
  JSON.stringify(a, (_, v) => (typeof v === 'bigint' ? `${v}` : v)) ===
  JSON.stringify(b, (_, v) => (typeof v === 'bigint' ? `${v}` : v))

describe('an answer', () => {
  const answer = (
    side: Side,
    rules: AnswerRules,
    proposed: ProposedTerms | null,
    current = offered,
  ) =>
    decideAnswer({
      side,
      rules,
      asked,
      current,
      offeredCents: current.priceCents,
      proposed: proposed && applyProposal(current, proposed),
      past: [],
    })

  it('opens for a client with its first price and what the request asks for', () => {
    const slow = { ...offered, timelineDays: 20 }
    expect(answer('client', buying(), null, slow)).toEqual({
      act: 'propose',
      changes: { priceCents: 1_500_000n, timelineDays: 14 },
    })
  })

  it('is left to the client where an offer is as good as its first price', () => {
    expect(answer('client', buying(), null, { ...offered, priceCents: 1_400_000n })).toBeNull()
  })

  it('keeps what the other party offers beyond what is asked, and asks back the rest', () => {
    const changes = { priceCents: 1_000_000n, timelineDays: 12, minAccuracyPercent: 90 }
    expect(answer('vendor', rulesOf(), changes)).toEqual({
      act: 'propose',
      changes: { priceCents: 1_800_000n, timelineDays: 12 },
    })
  })

  it('approves the next price and better within the bounds, and nothing beyond them', () => {
    const rules = rulesOf({ bounds: { timelineDays: 8 } })
    expect(answer('vendor', rules, { priceCents: 1_800_000n, timelineDays: 8 })).toEqual({
      act: 'approve',
    })
    expect(answer('vendor', rules, { priceCents: 1_800_000n, timelineDays: 7 })).toEqual({
      act: 'propose',
      changes: { priceCents: 1_800_000n },
    })
  })

  it('never approves for a client the license of an offer that is worse than the request asks, and asks it back', () => {
    const wanted = { ...license, redistribution: 'allowed' as const }
    const round = { side: 'client' as const, rules: buying(), current: offered, past: [] }
    const { priceCents: offeredCents } = offered
    const proposed = applyProposal(offered, { priceCents: 1_400_000n })
    expect(
      decideAnswer({ ...round, asked: { ...asked, license: wanted }, offeredCents, proposed }),
    ).toEqual({ act: 'propose', changes: { priceCents: 1_400_000n, license: wanted } })
    expect(decideAnswer({ ...round, asked, offeredCents, proposed })).toEqual({ act: 'approve' })
  })

  it('never approves a price that hangs on the accuracy, more rows or another license', () => {
    const price = { priceCents: 1_850_000n }
    for (const change of [
      { minAccuracyPercent: 90, targetAccuracyPercent: 95, floorPricePercent: 50 },
      { moreRows: { rows: 100, draws: 1 } },
      { license: { ...license, redistribution: 'allowed' as const } },
    ])
      expect(answer('vendor', rulesOf(), { ...price, ...change })).not.toEqual({ act: 'approve' })
  })
})

describe('rules', () => {
  it('are refused where the last answer would show the bound, or a bound is stricter than what is asked openly', () => {
    const vendor = { ...offered, timelineDays: 10 }
    expect(rulesProblem('vendor', rulesOf(), vendor)).toBeNull()
    expect(rulesProblem('vendor', rulesOf({ answers: 6 }), vendor)).toEqual({
      field: 'stepCents',
      message:
        'The last answer may end at $15,500, below $16,000. Take a smaller step or fewer answers.',
    })
    expect(rulesProblem('vendor', rulesOf({ bounds: { timelineDays: 12 } }), vendor)).toMatchObject(
      { field: 'bounds.timelineDays' },
    )
    expect(
      rulesProblem('client', buying({ bounds: { timelineDays: 10 } }), {
        ...vendor,
        timelineDays: 14,
      }),
    ).toEqual({ field: 'bounds.timelineDays', message: 'At least the 14 days of your request' })
  })
})
