/** The decision records of `docs/decisions`: their required parts, and the index table made from them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const decisionsDir = join(import.meta.dirname, '../docs/decisions')

const MAX_WORDS = 300
const SECTIONS = ['Context', 'Decision', 'Consequences']

export type DecisionRecord = { file: string; text: string }

/** Returns the records in the order of their numbers. */
export function readDecisions(): DecisionRecord[] {
  return readdirSync(decisionsDir)
    .filter((file) => /^\d{4}-/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(decisionsDir, file), 'utf8') }))
}

const fieldOf = (text: string, name: string) => new RegExp(`^- ${name}: (.+)$`, 'm').exec(text)?.[1]

/** Returns a sentence for each missing field or section, and for a body over 300 words. */
export function decisionFaults({ file, text }: DecisionRecord): string[] {
  const sections = [...text.matchAll(/^## (.+)\n+(.*)/gm)]
  const body = text.slice(Math.max(0, text.indexOf('\n## ')))
  const wordsCount = body.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  const faults = [
    /^# \S/.test(text) ? null : 'has no title',
    /^(Accepted|Superseded by \[\d{4}\]\(.+\))$/.test(fieldOf(text, 'Status') ?? '')
      ? null
      : 'has no Status: Accepted, or Superseded by a linked record',
    /^\d{4}-\d\d-\d\d$/.test(fieldOf(text, 'Date') ?? '') ? null : 'has no Date',
    SECTIONS.join() === sections.map(([, title]) => title).join() &&
    sections.every(([, , start]) => start !== '')
      ? null
      : `needs the sections ${SECTIONS.join(', ')}, none empty`,
    wordsCount <= MAX_WORDS ? null : `has ${wordsCount} words of at most ${MAX_WORDS}`,
  ]
  return faults.filter((fault) => fault !== null).map((fault) => `${file} ${fault}`)
}

/** Returns `docs/decisions/README.md`. */
export function decisionIndex(records: DecisionRecord[]): string {
  const rows = records.map(({ file, text }) => [
    `[${file.slice(0, 4)}](${file})`,
    /^# (.+)$/m.exec(text)?.[1] ?? '',
    fieldOf(text, 'Status') ?? '',
    fieldOf(text, 'Date') ?? '',
  ])
  return [
    '# Decision records',
    'Written by `npm run docs:index`. A new record has the next number, a title that states the decision, `Status`, `Date`, `Supersedes` where true, and the sections Context, Decision and Consequences, in at most 300 words.',
    [['Record', 'Decision', 'Status', 'Date'], ['---', '---', '---', '---'], ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
