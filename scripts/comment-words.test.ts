import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findComments } from './find-comments.ts'

const root = join(import.meta.dirname, '..')

/** A comment states what code does: its first word is a verb, not a question word. */
const opening = /^(?:What|Who|Whom|Whose|Whether|How|Where|Why|Which)\b/

/** A public comment opens with a verb, not with an article, a number or a preposition. */
const publicOpening =
  /^(?:The|An?|One|All|Every|Each|Null|False|True|Newest|Oldest|Of|As|By|For|From|To|In|On|At|With|Without|Under|Between|Those|Nothing|Everything)\b/

/** Words that native readers find odd in a comment, or that name no one and nothing in particular. */
const refused =
  /\b(?:nobody|besides?|whoever|somebody|someone|anybody|everybody|everyone|whatever|anew|whom|lies|lay|meanwhile|elsewhere|hangs? on|wherever|heard|hears|tells?|told|asked|hitherto|thereof|wherein|whereof|yardstick|of its own accord)\b/i

const firstWords = (text: string, comment: RegExp) =>
  [...text.matchAll(comment)].map(([, word]) => word!)

/** Matches every comment, and some texts that look like one. */
const commentLike = [/\/\/.*/g, /\/\*[\s\S]*?\*\//g]

/** Returns false only for texts without a complaint, so that most files need not be parsed. */
const isSuspect = (text: string) =>
  commentLike.some((comment) => text.match(comment)?.some((found) => refused.test(found))) ||
  firstWords(text, /\/[/*][/*\s]*(\w+)/g).some((word) => opening.test(word)) ||
  firstWords(text, /\/\*\*[*\s]*(\w+)(?:[^*]|\*(?!\/))*\*\/\s*export\b/g).some((word) =>
    publicOpening.test(word),
  )

const complaintsIn = (file: string, text: string) =>
  (isSuspect(text) ? findComments(file, text) : [])
    .filter(
      ({ text, isPublic }) =>
        opening.test(text) || refused.test(text) || (isPublic && publicOpening.test(text)),
    )
    .map(({ line, text }) => `${file}:${line} ${text.slice(0, 100)}`)

test('comments use plain words', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
    { cwd: root },
  )
    .toString()
    .split('\n')
    .filter((file) => file && !file.endsWith('.gen.ts'))
  expect(files.length).toBeGreaterThan(1000)
  const complaints = files.flatMap((file) =>
    complaintsIn(file, readFileSync(join(root, file), 'utf8')),
  )
  expect(complaints).toEqual([])
})

test.each([
  ['/** Whether a payout leaves now. */', 1],
  ['/** Returns true if a payout is due. */', 0],
  ['const a = 1 // nobody else knows', 1],
  ['/** Of one user. */ export const MAX = 10', 1],
  ['/** The limit. */ export const MAX = 10', 1],
  ['/** Limits the factors of one user. */ export const MAX = 10', 0],
  ['/** As typed. */ const typed = 1', 0],
  ["const sentence = 'Who told you?' // Holds a text", 0],
])('%s has %i complaints', (text, count) =>
  expect(complaintsIn('file.ts', text)).toHaveLength(count),
)
