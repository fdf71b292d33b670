/** Parses the text of settings, and refuses what would be read as something else than it says. */
import { parseWitnessKey, type VerifierKey } from '@semblance/contract'
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

/** Reads networks in CIDR notation with commas or spaces between them. */
export const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], { error: 'holds networks such as 10.0.0.0/8' })))

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

/** Describes a witness of the transparency log: its key, and the address below which it takes checkpoints. */
export type WitnessSetting = { key: VerifierKey; url: string }

/** Matches hosts of this machine, where a relay of the operator's may stand. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Reads a key and an address for each witness, with commas or line breaks between them. */
export const witnessList = z.string().transform((text, context): WitnessSetting[] => {
  const witnesses = text
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readWitness)
  const names = new Set(witnesses.map((witness) => witness?.key.name))
  const read = witnesses.filter((witness) => witness !== null)
  if (read.length === witnesses.length && names.size === read.length) return read
  const message =
    'has a key (NAME+HINT+KEY, of type cosignature/v1) and an https address for each witness, which differ by name'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

function readWitness(line: string): WitnessSetting | null {
  const [text = '', address = '', ...more] = line.split(/\s+/)
  const key = parseWitnessKey(text)
  const url = URL.canParse(address) ? new URL(address) : null
  if (!key || !url || more.length > 0) return null
  const isGuarded =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  const isPlain = !url.search && !url.hash && !url.username && !url.password
  return isGuarded && isPlain ? { key, url: address.replace(/\/$/, '') } : null
}

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
