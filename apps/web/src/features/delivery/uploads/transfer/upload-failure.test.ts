import { errors } from '@semblance/contract'
import { describe, expect, test, vi } from 'vitest'
import { failureOf, shouldRetryNow } from './upload-failure.ts'

const answer = (status: number, body: string | object, retryAfter?: string) => ({
  getStatus: () => status,
  getHeader: (name: string) => (name === 'retry-after' ? retryAfter : undefined),
  getBody: () => (typeof body === 'string' ? body : JSON.stringify(body)),
})
const refusal = (code: keyof typeof errors, retryAfter?: string) =>
  answer(errors[code].status, { code, message: errors[code].message }, retryAfter)

describe('an upload that fails', () => {
  test('by a fault of the server waits as long as it says and goes on by itself', () => {
    for (const [code, header, afterMs] of [
      ['storage_unavailable', '5', 5000],
      ['database_unavailable', '5', 5000],
      ['overloaded', '2', 2000],
      ['upload_locked', '5', 5000],
      ['storage_full', undefined, 30_000],
    ] as const) {
      const failure = failureOf(refusal(code, header))
      expect([code, failure.retry]).toEqual([code, { afterMs }])
      expect(failure.message).toContain('tried again by itself')
      expect(shouldRetryNow(refusal(code, header))).toBe(false)
    }
  })

  test('by a fault of the person is told at once, in the server’s words', () => {
    for (const code of ['too_many_uploads', 'empty_file', 'contract_disputed'] as const) {
      expect(failureOf(refusal(code))).toEqual({ message: errors[code].message, retry: 'person' })
      expect(shouldRetryNow(refusal(code))).toBe(false)
    }
  })

  test('for want of a server goes on when it is back', () => {
    vi.stubGlobal('navigator', { onLine: true })
    for (const lost of [null, answer(502, '<html>Bad Gateway'), answer(503, '')]) {
      expect(failureOf(lost).retry).toBe('online')
      expect(shouldRetryNow(lost)).toBe(true)
    }
    vi.unstubAllGlobals()
  })

  test('by a conflict of the protocol or a crash is tried again at once, and then left', () => {
    for (const [status, body] of [
      [409, 'Upload-Offset conflict'],
      [500, { code: 'internal', message: errors.internal.message }],
    ] as const) {
      expect(failureOf(answer(status, body)).retry).toBe('person')
      expect(shouldRetryNow(answer(status, body))).toBe(true)
    }
  })
})
