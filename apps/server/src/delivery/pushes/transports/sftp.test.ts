/** Tests that a host which says nothing is given up, and takes nothing else with it. */
import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createAddressGuard } from '../../../platform/security/address-guard.ts'
import { readHostKey } from './sftp.ts'

const silent = createServer(() => {})
afterAll(() => silent.close())

/** Gives up after a moment, and fails on errors that nothing listens for: they would end the process. */
async function lookUp(host: string, guard: ReturnType<typeof createAddressGuard>, port = 22) {
  const unheard: unknown[] = []
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => unheard.push(error))
  const signal = AbortSignal.timeout(50)
  await expect(
    readHostKey({ host, port }, { guard, signal, onProgress: () => {} }),
  ).rejects.toMatchObject({ failure: 'timeout' })
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  process.removeAllListeners('uncaughtException')
  for (const listener of others) process.on('uncaughtException', listener)
  expect(unheard).toEqual([])
}

it('gives a host up that accepts no connection', async () => {
  await lookUp(
    'silent.test',
    createAddressGuard([], () => new Promise(() => {})),
  )
})

it('gives a host up that accepts a connection and shows no key', async () => {
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const at = silent.address()
  if (at === null || typeof at === 'string') throw new Error('No port.')
  await lookUp('127.0.0.1', createAddressGuard(['127.0.0.0/8']), at.port)
})
