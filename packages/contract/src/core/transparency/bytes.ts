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
