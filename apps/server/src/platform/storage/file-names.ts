/** Names that people gave their files: never a path, and safe to show, to store and to send in a header. */

const MAX_NAME_LENGTH = 120

/**
 * Returns a plain file name: no directories, no control or formatting characters, none that a file
 * system reserves.
 */
export function sanitizeFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1)!
  const clean = base
    .replace(/\p{C}/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const { stem, extension } = splitExtension(clean)
  return Array.from(stem).slice(0, MAX_NAME_LENGTH).join('').concat(extension.slice(0, 20))
}

const MAX_FOLDERS = 4
const MAX_PATH_LENGTH = 350

/**
 * Returns the name with the innermost folders it was chosen in, each a plain name, so that people
 * can distinguish files.
 */
export function sanitizePath(given: string): string {
  if (given.includes('\\')) return sanitizeFileName(given)
  const parts = given
    .split('/')
    .map((part) => sanitizeFileName(part))
    .filter((part) => part !== '')
  while (parts.length > 1 && parts.join('/').length > MAX_PATH_LENGTH) parts.shift()
  return parts.slice(-MAX_FOLDERS - 1).join('/')
}

/** "orders.2026.csv" is orders.2026 and .csv; a name without a dot has no extension. */
export function splitExtension(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  return dot > 0
    ? { stem: name.slice(0, dot), extension: name.slice(dot) }
    : { stem: name, extension: '' }
}

/** Content-Disposition with the name in ASCII for old clients and in full for the others (RFC 6266, RFC 5987). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}
