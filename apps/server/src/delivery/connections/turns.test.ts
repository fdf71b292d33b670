import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTurns, TurnRefusedError } from './turns.ts'

const going = new AbortController().signal

function open(limits = { atOnce: 2, mostWaiting: 3 }) {
  const turns = openTurns(limits)
  const begun: string[] = []
  const take = (name: string, signal = going) => {
    const work = Promise.withResolvers<void>()
    const taken = turns.take(name.charAt(0), signal, async () => {
      begun.push(name)
      await work.promise
    })
    taken.catch(() => {})
    return { taken, end: work.resolve }
  }
  return { begun, take }
}

it('one look of an organization is under way at a time, and others pass it', async () => {
  const { begun, take } = open()
  const first = take('a1')
  take('a2')
  take('b1')
  await setImmediate()
  expect(begun).toEqual(['a1', 'b1'])
  first.end()
  await setImmediate()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

it('a look that gives up while it waits leaves its turn to the next', async () => {
  const { begun, take } = open({ atOnce: 1, mostWaiting: 3 })
  const first = take('a1')
  const impatient = new AbortController()
  const second = take('b1', impatient.signal)
  take('c1')
  impatient.abort()
  await expect(second.taken).rejects.toBeInstanceOf(TurnRefusedError)
  first.end()
  await setImmediate()
  expect(begun).toEqual(['a1', 'c1'])
})

it('no more wait than there is room for, and of an organization one', async () => {
  const { take } = open({ atOnce: 1, mostWaiting: 2 })
  take('a1')
  take('a2')
  await expect(take('a3').taken).rejects.toBeInstanceOf(TurnRefusedError)
  take('b1')
  await expect(take('c1').taken).rejects.toBeInstanceOf(TurnRefusedError)
})

it('a look that fails gives its turn back', async () => {
  const { take: takeTurn } = openTurns({ atOnce: 1, mostWaiting: 1 })
  const failing = takeTurn('a', going, () => Promise.reject(new Error('refused')))
  await expect(failing).rejects.toThrow('refused')
  expect(await takeTurn('a', going, async () => 7)).toBe(7)
})
