/** Compares names as lists of sanctions and applicants write them. Pure. */
import { jaroWinkler } from '@skyra/jaro-winkler'

/** Words that name a legal form, which writers leave out or spell differently. */
const legalForms = new Set(
  'ag bv co company corp corporation gmbh inc incorporated kg limited llc llp ltd nv oao ooo oy plc pte pty sa sarl spa srl the zao'.split(
    ' ',
  ),
)

/** Returns the words of a name: without accents, case, punctuation and legal form, in alphabetical order. */
export function wordsOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  const telling = words.filter((word) => !legalForms.has(word))
  return (telling.length > 0 ? telling : words).sort().join(' ')
}

/** Returns the Jaro-Winkler similarity of two results of `wordsOf`: 0 to 1. */
export const similarity = (a: string, b: string): number =>
  a === '' || b === '' ? 0 : jaroWinkler(a, b)

/** Returns true for a name with a Latin letter; the lists write every name in Latin letters. */
export const isLatin = (name: string): boolean => /\p{Script=Latin}/u.test(name)
