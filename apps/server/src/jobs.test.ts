import { describe, expect, it } from 'vitest'
import { runLimits, tasksBeside } from './delivery/engine/service.ts'
import { jobsOf, lanesOf, scheduleOf } from './jobs.ts'
import { type Config, readConfig } from './platform/config.ts'

const config = readConfig({})
const lanes = (change: Partial<Config> = {}) => lanesOf({ ...config, ...change })
const tasks = (change: Partial<Config> = {}) => lanes(change).flatMap((lane) => lane.tasks)

describe('the lanes', () => {
  it('hold every job exactly once, and every scheduled one', () => {
    const stripe = { secretKey: 'sk_test', webhookSecrets: [], apiBase: 'https://stripe.test' }
    const jobs = Object.keys(jobsOf({ config: { ...config, stripe } } as never, {} as never))
    expect(tasks().toSorted()).toEqual(jobs.toSorted())
    expect(tasks()).toEqual(expect.arrayContaining(scheduleOf(config).map(({ task }) => task)))
  })

  it('are divided between workers and engines, and a web server has none', () => {
    expect([...tasks({ role: 'worker' }), ...tasks({ role: 'engine' })].toSorted()).toEqual(
      tasks().toSorted(),
    )
    expect(tasks({ role: 'engine' })).toContain('delivery.synthesize')
    expect(tasks({ role: 'web' })).toEqual([])
  })

  it('run as many syntheses as the memory holds, and of several slots keep one for inspections', () => {
    const slots = (engineMemoryMb: number) =>
      lanes({ role: 'engine', engineMemoryMb, synthesisMemoryMb: 4096 }).map(
        ({ concurrency, tasks: [first] }) => [first, concurrency],
      )
    expect(slots(1024)).toEqual([['delivery.inspect', 1]])
    expect(slots(8191)).toEqual([['delivery.inspect', 1]])
    expect(slots(16_384)).toEqual([
      ['delivery.inspect', 1],
      ['delivery.sample', 3],
    ])
  })

  it('have a slow source give way to those alone who wait for the same place', () => {
    const beside = (engineMemoryMb: number) =>
      tasksBeside({ engineMemoryMb, synthesisMemoryMb: 4096 }, 'delivery.inspect')
    expect(beside(4096)).toContain('delivery.synthesize')
    expect(beside(8192)).toEqual(['delivery.inspect'])
  })

  it('divide the threads of the host: five slots on two cores take one each', () => {
    const threads = (engineThreads: number, slots: number) =>
      runLimits({ engineThreads, engineMemoryMb: slots * 4096, synthesisMemoryMb: 4096 }).threads
    expect([threads(1, 5), threads(2, 5), threads(15, 5), threads(15, 1)]).toEqual([1, 1, 3, 15])
    expect(readConfig({ ENGINE_THREADS: '6' }).engineThreads).toBe(6)
  })
})
