import { columnsOfRule, isTimeKind, type RowRule, type RuleColumn } from '@semblance/contract'

type Words = (string | { column: string })[]

/** Renders a rule as a sentence; `columns` distinguish dates from numbers. */
export function RuleSentence({ rule, columns }: { rule: RowRule; columns: RuleColumn[] }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {wordsOf(rule, columns).map((word) =>
        typeof word === 'string' ? (
          word
        ) : (
          <span key={word.column} className="mono">
            {word.column}
          </span>
        ),
      )}
    </span>
  )
}

/** Returns the rule's sentence as plain text. */
export const ruleText = (rule: RowRule, columns: RuleColumn[]) =>
  wordsOf(rule, columns)
    .map((word) => (typeof word === 'string' ? word : word.column))
    .join('')

function wordsOf(rule: RowRule, columns: RuleColumn[]): Words {
  const { target, from } = columnsOfRule(rule)
  const to = { column: target }
  if ('order' in rule) {
    const isTime = columns.some(({ name, kind }) => name === target && isTimeKind(kind))
    return [...listed(from), isTime ? ' is never after ' : ' is never above ', to]
  }
  if ('dependency' in rule) return [...listed(from), from.length > 1 ? ' decide ' : ' decides ', to]
  if (!rule.rest) return [to, from.length > 1 ? ' is the sum of ' : ' equals ', ...listed(from)]
  return [...listed(from), `${from.length > 1 ? ' together are' : ' is'} never above `, to]
}

/** "a, b and c". */
const listed = (names: string[]): Words =>
  names.flatMap((column, i) => {
    if (i === 0) return [{ column }]
    return [i === names.length - 1 ? ' and ' : ', ', { column }]
  })
