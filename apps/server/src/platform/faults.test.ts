import { connect } from 'node:net'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { classifyFault, DependencyError } from './faults.ts'

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('told by its code'), { code, ...more })
const dependencyOf = (error: unknown) => {
  const fault = classifyFault(error)
  return fault.kind === 'dependency' ? fault.dependency : null
}

describe('the fault of an error', () => {
  it.each(['08006', '53300', '57P01', '57P03', '40001', '40P01'])(
    'is the database’s for SQLSTATE %s',
    (code) => expect(dependencyOf(withCode(code))).toBe('database'),
  )

  it.each(['23505', '22021', '42P01', '57014'])('is a defect for SQLSTATE %s', (code) =>
    expect(classifyFault(withCode(code))).toEqual({ kind: 'defect' }),
  )

  it('is the disk’s when it is full or out of files', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EMFILE', '53100'])
      expect(dependencyOf(withCode(code))).toBe('disk')
  })

  it('is found among the causes, as fetch reports it', () => {
    const failed = new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') })
    expect(dependencyOf(failed)).toBe('network')
    const tried = new AggregateError([new Error('other'), withCode('ETIMEDOUT')])
    expect(dependencyOf(tried)).toBe('network')
  })

  it('is what a dependency error names, however deep', () => {
    const refused = new DependencyError('storage', 'The object store answered 503.')
    expect(dependencyOf(new Error('A chunk was not written.', { cause: refused }))).toBe('storage')
  })

  it('is the database’s while its socket is absent, and a missing file is a defect', async () => {
    const socket = connect('/nonexistent/.s.PGSQL.5432')
    const absent = await new Promise<Error>((resolve) => socket.once('error', resolve))
    expect(dependencyOf(absent)).toBe('database')
    expect(classifyFault(withCode('ENOENT', { syscall: 'open', path: '/x' })).kind).toBe('defect')
  })

  it('is the database’s when the driver cannot connect in time', async () => {
    const pool = new pg.Pool({ host: '/nonexistent', connectionTimeoutMillis: 50 })
    const failed = await pool.query('select 1').catch((error: unknown) => error)
    expect(dependencyOf(failed)).toBe('database')
    expect(dependencyOf(new Error('timeout exceeded when trying to connect'))).toBe('database')
    expect(dependencyOf(new Error('Connection terminated unexpectedly'))).toBe('database')
  })

  it('is a defect for all else, also for a cause that leads back to itself', () => {
    const circular = new Error('circular')
    circular.cause = circular
    for (const error of [circular, new TypeError('x is undefined'), 'text', null, undefined])
      expect(classifyFault(error)).toEqual({ kind: 'defect' })
  })
})
