import { hasRole } from '@semblance/contract'
import { sanitizePath } from '../../../platform/storage/file-names.ts'

/**
 * Returns bare file names if they are distinct, otherwise names with their folders, none longer than file systems take. Tables
 * are named after them.
 */
export function distinctNames(paths: string[]): string[] {
  const bare = paths.map((path) => path.split('/').at(-1)!.toLowerCase())
  return paths.map((path, i) =>
    cut(
      bare.indexOf(bare[i]!) === bare.lastIndexOf(bare[i]!)
        ? path.split('/').at(-1)!
        : path.replaceAll('/', ' - '),
      i,
    ),
  )
}

/** Limits a name, below what file systems take. */
const MOST_BYTES = 200

/** Cuts a long name, keeps its extensions, and adds its number, by which it is distinct from others. */
function cut(name: string, index: number): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name
  const extensions = extensionsOf(name)
  let stem = ''
  let left = MOST_BYTES
  for (const sign of name.slice(0, name.length - extensions.length)) {
    left -= Buffer.byteLength(sign)
    if (left < 0) break
    stem += sign
  }
  return `${stem}-${index + 1}${extensions}`
}

/** Returns the one or two extensions at the end of a name, such as .csv.gz. */
const extensionsOf = (name: string) => /(\.[a-z0-9]{1,10}){1,2}$/i.exec(name)?.[0] ?? ''

/** Names objects of a bucket as uploads are named: never a path, and safe to store and to show. */
export const distinctNamesOfKeys = (keys: string[]): string[] =>
  distinctNames(
    keys.map((key, i) => {
      const plain = sanitizePath(key)
      return hasRole(plain, 'upload') ? plain : `file-${i + 1}${extensionsOf(key)}`
    }),
  )
