/** Writes bytes as text and reads them back, alike in browsers and in Node.js. */
export { bytesToHex as toHex } from '@noble/hashes/utils.js'

/** Standard base64, with padding. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Returns null unless the text is base64 as `toBase64` writes it. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return toBase64(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

/** Base64url without padding (RFC 7515, section 2). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Returns null unless the text is base64url as `toBase64Url` writes it. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^[\w-]+$/.test(text)
    ? fromBase64(
        text
          .replaceAll('-', '+')
          .replaceAll('_', '/')
          .padEnd(Math.ceil(text.length / 4) * 4, '='),
      )
    : null
