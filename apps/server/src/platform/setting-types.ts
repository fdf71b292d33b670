/** Parses the text of settings, and refuses what would be read as something else than it says. */
import { z } from 'zod'

/** Reads `on` or `off`. */
export const switchOf = (name: string) =>
  z.enum(['on', 'off'], { error: `${name} is either on or off` })

/** Reads digits with an optional fraction; refuses `0x10`, `1e3` and an empty text, which Number takes. */
export const decimal = z
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?$/, 'is a number, such as 12')
  .transform(Number)

/** Reads digits alone. */
export const whole = z
  .string()
  .trim()
  .regex(/^\d+$/, 'is a whole number, such as 12')
  .transform(Number)

/** Reads `60/2`: 60 requests at once, then 2 a second; `off` is no limit. */
export const rate = z
  .string()
  .trim()
  .regex(
    /^(off|[1-9]\d{0,5}\/([1-9]\d{0,5}|0?\.\d*[1-9]))$/,
    'is off, or such as 60/2: 60 at once, 2 a second',
  )
  .transform((text) => {
    const [burst, perSecond] = text.split('/').map(Number)
    return burst && perSecond ? { burst, perSecond } : null
  })

/** Reads a name or a sentence for a document: no line breaks, no characters that format it. */
export const oneLine = z
  .string()
  .trim()
  .min(1)
  .max(500, 'has more than 500 characters')
  .regex(/^[^\p{Cc}*_`<>[\]|{}\\]+$/u, 'is one line without * _ ` < > [ ] { } | and \\')

/** Reads the address of a website: a path, a query or a password would break the links built on it. */
export const websiteUrl = z
  .url({ protocol: /^https?$/, error: 'is an address such as https://data.example.com' })
  .refine((text) => {
    const { pathname, search, hash, username } = new URL(text)
    return pathname === '/' && !search && !hash && !username
  }, 'has no path, query or user: the platform lives at the root of its host')

/** Reads the address of a service of one of these schemes, such as `smtp` and `smtps`. */
export const urlOf = (schemes: [string, ...string[]]) =>
  z.string().refine(
    (text) => {
      const scheme = /^([a-z]+):\/\/\S+$/.exec(text)?.[1]
      return scheme !== undefined && schemes.includes(scheme)
    },
    `is an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  )

const MIN_SECRET_BYTES = 32

/** Reads a master secret in base64; Buffer would skip other characters without a word. */
export const base64Secret = z
  .string()
  .trim()
  .regex(/^[\w+/-]+={0,2}$/, 'is base64, such as `openssl rand -base64 32` prints')
  .refine(
    (text) => Buffer.from(text, 'base64').length >= MIN_SECRET_BYTES,
    `holds fewer than ${MIN_SECRET_BYTES} bytes; make one with: openssl rand -base64 32`,
  )
