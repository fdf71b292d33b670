import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { openLog } from './log.ts'

const numbers = {
  accountNumber: '000123456789',
  routingNumber: '021000021',
  taxId: '12-3456780',
  account_number: '000123456789',
}

it('masks account numbers, routing numbers and tax IDs, however deep they stand', () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const log = openLog('info', stream)
  log.info(numbers)
  log.info({ input: numbers })
  log.info({ input: { bankAccount: numbers } })
  log.info({ a: { b: { c: [{ d: { e: numbers } }] } } })
  log.info({ input: { accountNumber: { digits: 123456789 }, taxId: 'with "quotes\\" 12-3456780' } })
  log.error({ err: Object.assign(new Error('failed'), { data: { input: numbers } }) })
  log.error({ err: new Error('failed', { cause: { data: { bankAccount: numbers } } }) })
  expect(lines).toHaveLength(7)
  expect(lines.join('')).toContain('[masked]')
  expect(lines.join('')).not.toMatch(/000123456789|021000021|3456780/)
})
