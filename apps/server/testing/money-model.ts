/**
 * What contracts' money should be, as plain integers: the escrow's rules told a second time, sharing no code with it,
 * for tests that take random steps and compare.
 */

export type Fate = 'settles' | 'fails' | 'comes_back'
type Live = 'in_progress' | 'synthetic_processing' | 'pending_review'
type Payment = {
  upfront: bigint
  rest: bigint
  fee: bigint
  owed: bigint
  fate: Fate
  isWithBank: boolean
}

export type Model = {
  status: Live | 'awaiting_payment' | 'disputed' | 'completed' | 'cancelled'
  /** What a disputed or unpaid contract goes on as. */
  before: Live | null
  isUnpaid: boolean
  price: bigint
  fee: bigint
  upfrontPercent: bigint
  /** Parts of the price that are not paid in: of the upfront share, and of the rest. */
  unpaidUpfront: bigint
  unpaidRest: bigint
  pending: Payment | null
  heldUpfront: bigint
  heldRest: bigint
  released: bigint
  refunded: bigint
  owed: bigint
  feeHeld: bigint
  feeEarned: bigint
  wasFunded: boolean
  settled: Payment[]
}

const feeOfPrice = (price: bigint) => (price * 25n + 500n) / 1000n
const sorted = (a: bigint, b: bigint) => (a > b ? [b, a] : [a, b]) as [bigint, bigint]
const min = (a: bigint, b: bigint) => sorted(a, b)[0]
const max = (a: bigint, b: bigint) => sorted(a, b)[1]
const feeFor = (m: Model, cents: bigint) => (m.fee * cents + m.price / 2n) / m.price
export const held = (m: Model) => m.heldUpfront + m.heldRest
const unpaid = (m: Model) => m.unpaidUpfront + m.unpaidRest
const feeDue = (m: Model) =>
  max(feeFor(m, m.released + held(m) + unpaid(m)) - m.feeHeld - m.feeEarned, 0n)
const isPaidUp = (m: Model) => unpaid(m) + feeDue(m) + m.owed === 0n
/** A payment's whole amount. */
export const sumOf = ({ upfront, rest, fee, owed }: Payment) => upfront + rest + fee + owed
const isLive = (m: Model) =>
  m.status === 'in_progress' || m.status === 'synthetic_processing' || m.status === 'pending_review'

export function newModel(price: bigint, upfrontPercent: bigint): Model {
  const unpaidUpfront = (price * upfrontPercent) / 100n
  return {
    status: 'awaiting_payment',
    before: null,
    isUnpaid: false,
    price,
    fee: feeOfPrice(price),
    upfrontPercent,
    unpaidUpfront,
    unpaidRest: price - unpaidUpfront,
    pending: null,
    heldUpfront: 0n,
    heldRest: 0n,
    released: 0n,
    refunded: 0n,
    owed: 0n,
    feeHeld: 0n,
    feeEarned: 0n,
    wasFunded: false,
    settled: [],
  }
}

/** Each step answers whether it is allowed; one that is not changes nothing. */
export const steps = {
  pay: (m: Model, fate: Fate): boolean => {
    if (m.status === 'cancelled' || m.status === 'disputed' || m.pending) return false
    if (isPaidUp(m)) return false
    const fee = feeDue(m)
    const { unpaidUpfront: upfront, unpaidRest: rest, owed } = m
    m.pending = { upfront, rest, fee, owed, fate, isWithBank: false }
    return true
  },
  /** The bank takes what it was told. */
  submit: (m: Model): boolean => {
    if (m.pending) m.pending.isWithBank = true
    return true
  },
  /** The bank settles or refuses what it has. */
  settle: (m: Model): boolean => {
    const { pending } = m
    m.pending = null
    if (!pending || pending.fate === 'fails') return true
    const earned = min(max(feeFor(m, m.released) - m.feeEarned, 0n), pending.fee)
    m.feeEarned += earned
    m.feeHeld += pending.fee - earned
    m.owed -= pending.owed
    m.heldUpfront += pending.upfront
    m.unpaidUpfront -= pending.upfront
    m.heldRest += pending.rest
    m.unpaidRest -= pending.rest
    m.settled.push(pending)
    m.wasFunded = true
    if (isPaidUp(m)) goOn(m)
    if (m.status === 'completed' || m.status === 'cancelled') pay(m, 0n, held(m))
    return true
  },
  /** The bank takes back, late, what comes back. */
  takeBack: (m: Model): boolean => {
    for (const payment of m.settled.filter(({ fate }) => fate === 'comes_back')) {
      m.settled = m.settled.filter((other) => other !== payment)
      const fromHeld = min(sumOf(payment) - payment.fee, held(m))
      const fromRest = min(fromHeld, m.heldRest)
      m.heldRest -= fromRest
      m.unpaidRest += fromRest
      m.heldUpfront -= fromHeld - fromRest
      m.unpaidUpfront += fromHeld - fromRest
      const fromFee = min(payment.fee, m.feeHeld)
      const fromEarned = min(payment.fee - fromFee, m.feeEarned)
      m.feeHeld -= fromFee
      m.feeEarned -= fromEarned
      m.owed += sumOf(payment) - fromHeld - fromFee - fromEarned
      m.isUnpaid = true
      if (!isLive(m)) continue
      m.before = m.status as Live
      m.status = 'awaiting_payment'
    }
    return true
  },
  deliver: (m: Model): boolean => {
    if (m.status !== 'in_progress') return false
    m.status = 'pending_review'
    return true
  },
  accept: (m: Model): boolean => {
    if (m.status !== 'pending_review' || unpaid(m) > 0n || m.pending) return false
    m.status = 'completed'
    pay(m, held(m), 0n)
    return true
  },
  /** A month passes. */
  wait: (m: Model): boolean => {
    if (isLive(m) && m.heldUpfront > 0n) {
      earn(m, m.heldUpfront)
      m.released += m.heldUpfront
      m.heldUpfront = 0n
    }
    steps.accept(m)
    return true
  },
  dispute: (m: Model): boolean => {
    if (!isLive(m)) return false
    m.before = m.status as Live
    m.status = 'disputed'
    return true
  },
  resume: (m: Model): boolean => {
    if (m.status !== 'disputed') return false
    m.status = m.isUnpaid ? 'awaiting_payment' : m.before!
    if (!m.isUnpaid) m.before = null
    return true
  },
  /** So many percent of what is held go to the vendor. */
  rule: (m: Model, percent: bigint): boolean => {
    if (m.status !== 'disputed') return false
    const toVendor = (held(m) * percent) / 100n
    pay(m, toVendor, held(m) - toVendor)
    m.status = 'cancelled'
    m.before = null
    return true
  },
  cancel: (m: Model): boolean => {
    if (m.status !== 'in_progress' && m.status !== 'awaiting_payment') return false
    if (m.pending && (m.wasFunded || m.pending.isWithBank)) return false
    m.pending = null
    m.status = 'cancelled'
    m.before = null
    pay(m, 0n, held(m))
    return true
  },
  changePrice: (m: Model, price: bigint): boolean => {
    const change = price - m.price
    const isOpen = m.status === 'awaiting_payment' || m.status === 'in_progress'
    if (change === 0n || !isOpen || m.pending) return false
    if (!m.wasFunded) {
      Object.assign(m, newModel(price, m.upfrontPercent))
      return true
    }
    const refundedBefore = m.refunded
    if (change > 0n) m.unpaidRest += change
    else if (!lower(m, -change)) return false
    m.price = price
    m.fee = feeOfPrice(price)
    if (m.refunded > refundedBefore) giveFeeBack(m)
    return true
  },
}

/** Nothing is due anymore. */
function goOn(m: Model): void {
  m.isUnpaid = false
  if (m.status !== 'awaiting_payment') return
  m.status = m.before ?? 'in_progress'
  m.before = null
}

function lower(m: Model, cents: bigint): boolean {
  const fromRest = min(cents, m.unpaidRest)
  const fromUpfront = min(cents - fromRest, m.unpaidUpfront)
  const back = cents - fromRest - fromUpfront
  if (back > 0n && m.heldRest <= back) return false
  m.unpaidRest -= fromRest
  m.unpaidUpfront -= fromUpfront
  m.heldRest -= back
  m.refunded += back
  return true
}

function giveFeeBack(m: Model): void {
  const back = max(m.feeHeld + m.feeEarned - feeFor(m, m.released + held(m)), 0n)
  m.feeHeld -= min(back, m.feeHeld)
}

/** Everything held goes out. */
function pay(m: Model, toVendor: bigint, toClient: bigint): void {
  if (toVendor + toClient === 0n) return
  earn(m, toVendor)
  if (toClient > 0n) m.feeHeld = 0n
  m.released += toVendor
  m.refunded += toClient
  m.heldUpfront = m.heldRest = 0n
}

function earn(m: Model, cents: bigint): void {
  const earned = min(max(feeFor(m, m.released + cents) - m.feeEarned, 0n), m.feeHeld)
  m.feeEarned += earned
  m.feeHeld -= earned
}
