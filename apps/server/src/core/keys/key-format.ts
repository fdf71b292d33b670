/** Makes and recognizes keys: a prefix, 43 random characters, and a checksum of six. */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyPrefixes } from '@semblance/contract'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Carries 256 bits. */
const RANDOM_CHARACTERS = 43
/** Shown in lists: the prefix and four characters, of which none is enough to guess the rest. */
const SHOWN_CHARACTERS = keyPrefixes.live.length + 4

const pattern = /^smb_(?:live|test)_[\dA-Za-z]{49}$/

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

/** Returns a new key. It is as good as a password: it belongs in no log and no row. */
export function makeKey(kind: keyof typeof keyPrefixes): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(62)]).join('')
  const text = keyPrefixes[kind] + random
  return text + checksum(text)
}

/** Returns true for a bearer that is meant as a key, also a mistyped one. */
export const looksLikeKey = (bearer: string): boolean =>
  bearer.startsWith(keyPrefixes.live) || bearer.startsWith(keyPrefixes.test)

/** Returns true if the checksum fits, so that a typing error costs no query. */
export const isWellFormedKey = (key: string): boolean =>
  pattern.test(key) && checksum(key.slice(0, -6)) === key.slice(-6)

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Names a key where its text may not be kept. */
export const fingerprintOf = (key: string): string => hashKey(key).toString('base64url')

export const startOf = (key: string): string => key.slice(0, SHOWN_CHARACTERS)
