import { describe, expect, it } from 'vitest'
import { textBody } from '../mail/mail-body.ts'
import { MASK, redactPersonalData, redactSecrets } from './redact.ts'

const secret = 'pkce_Zt81-RgkW_0aB4uQ9vLmN2cXyE7sTfHd'

describe('masking', () => {
  it('takes the code and what the link carries out of a mail, and leaves the rest', () => {
    const text = textBody({
      subject: 'Reset your password',
      paragraphs: ['Follow the link, or enter this code.'],
      code: '482913',
      link: {
        label: 'Reset your password',
        url: `https://semblance.test/auth/v1/verify?token=${secret}&type=recovery&redirect_to=https://semblance.test/x#at=${secret}`,
      },
    })
    const masked = redactSecrets(text)
    expect(masked).not.toContain('482913')
    expect(masked).not.toContain(secret)
    expect(masked).toContain(
      `https://semblance.test/auth/v1/verify?token=${MASK}&type=recovery&redirect_to=${MASK}#${MASK}`,
    )
    expect(masked).toContain('Follow the link, or enter this code.')
  })

  it.each([
    ['a code within a sentence', 'Your code is 482913.', '482913'],
    ['a token outside a link', `token ${secret}`, secret],
    ['a token in a path', `https://semblance.test/s/${secret}`, secret],
    ['a password in a link', 'smtp at https://user:hunter2@mail.test/', 'hunter2'],
  ])('masks %s', (_, text, hidden) => {
    expect(redactSecrets(text)).not.toContain(hidden)
  })

  it.each([
    'https://semblance.test/contact-support?ticket=SUP-1042',
    'https://semblance.test/admin/ledger?tab=adjustments',
    'https://semblance.test/company-profile/meridian-analytics-and-sons',
    'Contract CTR-2041 over $148,250 was paid on Nov 21, 2026.',
    'Job 0199c1f2-7d3a-7000-8000-0123456789ab',
  ])('leaves "%s" as it is', (text) => {
    expect(redactSecrets(text)).toBe(text)
  })

  it('takes addresses and numbers out of an error', () => {
    const masked = redactPersonalData(
      '550 <ada@people.test> unknown; SMS to +49 171 5550148 refused',
    )
    expect(masked).toBe(`550 <${MASK}> unknown; SMS to ${MASK} refused`)
  })
})
