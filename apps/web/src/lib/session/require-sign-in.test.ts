import { describe, expect, it } from 'vitest'
import { localPath, signInAndReturn } from './require-sign-in.tsx'

describe('the way back from the sign-in page', () => {
  it('survives the journey with its query', () => {
    const address = signInAndReturn('/manage-dprs?tab=pending')
    const next = new URL(address, 'https://semblance.test').searchParams.get('next')
    expect(localPath(next)).toBe('/manage-dprs?tab=pending')
  })

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', null])(
    'never leads to another site: %s',
    (next) => expect(localPath(next)).toBeNull(),
  )
})
