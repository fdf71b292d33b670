/** Tests that attempts which hang leave their places to others, by a clock of the test. */
import { expect, it } from 'vitest'
import { type Attempt, openPlaces } from './places.ts'

const limits = { working: 2, heldBack: 1, waiting: 3, placeMs: 500 }

/** Opens places whose clock the test turns. */
function open() {
  let now = 0
  const timers = new Set<{ at: number; then: () => void }>()
  const places = openPlaces(limits, (ms, then) => {
    const timer = { at: now + ms, then }
    timers.add(timer)
    return () => timers.delete(timer)
  })
  const cut: string[] = []
  const turn = (ms: number) => {
    now += ms
    for (const timer of timers)
      if (timer.at <= now) {
        timers.delete(timer)
        timer.then()
      }
  }
  /** Begins an attempt that hangs. Returns what answers it. */
  const hang = (name: string, organization = name, isHeldBack = false) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const attempt: Attempt = { organization, work: promise, cut: () => void cut.push(name) }
    places.begin(attempt, isHeldBack)
    return async () => {
      resolve()
      await promise
      await Promise.resolve()
    }
  }
  return { places, turn, hang, cut }
}

it('an attempt that hangs gives up its place after a moment, and goes on waiting', () => {
  const { places, turn, hang, cut } = open()
  hang('a')
  hang('b')
  expect(places.free().working).toBe(0)
  turn(499)
  expect(places.free().working).toBe(0)
  turn(1)
  expect(places.free()).toEqual({ working: 2, heldBack: 1 })
  expect(places.all()).toHaveLength(2)
  expect(cut).toEqual([])
})

it('one that is answered leaves at once, before and after it gave up its place', async () => {
  const { places, turn, hang } = open()
  const [answerFirst, answerSecond] = [hang('a'), hang('b')]
  await answerFirst()
  expect(places.free().working).toBe(1)
  turn(500)
  await answerSecond()
  expect(places.all()).toEqual([])
})

it('however many hang, places are free after a moment; the organization with most that wait is cut', () => {
  const { places, turn, hang, cut } = open()
  hang('quiet')
  for (let round = 0; round < 20; round++) {
    hang(`flood ${round}`, 'flooding')
    turn(500)
    expect(places.free().working).toBe(2)
  }
  expect(cut).toEqual(Array.from({ length: 18 }, (_, round) => `flood ${round}`))
  expect(places.all().length).toBeGreaterThanOrEqual(3)
})

it('endpoints that fail have places of their own, and keep them until they end', () => {
  const { places, turn, hang } = open()
  hang('failing', 'failing', true)
  turn(10_000)
  expect(places.free()).toEqual({ working: 2, heldBack: 0 })
})
