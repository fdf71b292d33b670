/** Reads what S3 answers in XML. Each pass is linear, because a vendor's server wrote the text. */

/** Describes an object as it was listed or fetched. */
export type BucketObject = { name: string; bytes: number; etag: string }

const BEGIN = '<Contents>'
const END = '</Contents>'

/** Returns the objects of one page of a listing, up to the first whose entry has no end. */
export function readListing(text: string): { objects: BucketObject[]; isTruncated: boolean } {
  const objects: BucketObject[] = []
  for (let begin = text.indexOf(BEGIN); begin >= 0; ) {
    const end = text.indexOf(END, begin)
    if (end < 0) break
    const entry = text.slice(begin + BEGIN.length, end)
    objects.push({
      name: decodeXml(elementOf(entry, 'Key')),
      bytes: Number(elementOf(entry, 'Size') || 0),
      etag: decodeXml(elementOf(entry, 'ETag')),
    })
    begin = text.indexOf(BEGIN, end)
  }
  return { objects, isTruncated: elementOf(text, 'IsTruncated') === 'true' }
}

/** Returns the text of the first element of that name, which has no elements within; empty without one. */
export function elementOf(xml: string, name: string): string {
  const begin = xml.indexOf(`<${name}>`)
  if (begin < 0) return ''
  const from = begin + name.length + 2
  const to = xml.indexOf('<', from)
  return to >= 0 && xml.startsWith(`</${name}>`, to) ? xml.slice(from, to) : ''
}

/** Limits a key, as S3 does. */
const MOST_KEY_BYTES = 1024

/** Returns false for keys whose address would name another key, that no bucket of S3 has, or with control characters. */
export const isPlainKey = (key: string): boolean =>
  Buffer.byteLength(key) <= MOST_KEY_BYTES &&
  !/\p{Cc}/u.test(key) &&
  key.split('/').every((part) => part !== '.' && part !== '..')

const decodeXml = (xml: string) =>
  xml
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
