/** Compares the choices of a review with the data contract, before the run. Pure. */
import {
  type ColumnKind,
  type ColumnProfile,
  type ColumnRules,
  type DataContract,
  isNumberKind,
  type ReviewChoices,
  type ReviewedTable,
  rulesOf,
  ruleText,
} from '@semblance/contract'

export type TableBreaks = {
  /** Sentences about the choice for a column, by the name in the file. */
  columns: ReadonlyMap<string, readonly string[]>
  /** Agreed columns that the file does not have. */
  absent: readonly string[]
}

/** Kinds whose values the engine makes up or withholds, so that they keep no agreed value. */
const NOT_LEARNED: readonly ColumnKind[] = ['key', 'text', 'pii']

/**
 * Finds what of the data contract a table's choices break. A sole table is compared with a sole agreed one of any
 * name, as the check after the run does.
 */
export function breaksOf(
  table: ReviewedTable,
  all: readonly ReviewedTable[],
  { choices }: ReviewChoices,
  { contract, profiles }: { contract: DataContract; profiles: ReadonlyMap<string, ColumnProfile> },
): TableBreaks {
  const asked = rulesOf(contract)
  const isSole = asked.length === 1 && all.length === 1
  const rules = isSole ? asked[0] : asked.find(({ names }) => names.includes(table.name))
  const columns = new Map<string, string[]>()
  const absent: string[] = []
  for (const agreed of rules?.columns ?? []) {
    const column = table.columns.find(({ name }) => agreed.names.includes(name))
    if (!column) absent.push(agreed.name)
    else {
      const own = choices.find((one) => one.table === table.name && one.column === column.name)
      const chosen = { ...column, ...own, kind: own?.kind ?? column.kind }
      const found = breaksOfColumn(agreed, chosen, profiles.get(column.name))
      if (found.length > 0) columns.set(column.name, found)
    }
  }
  return { columns, absent }
}

type Chosen = {
  kind: ColumnKind
  drop?: boolean | undefined
  sentinel?: number | null | undefined
  missing: number
}

function breaksOfColumn(
  { rules }: ColumnRules,
  { kind, drop, sentinel, missing }: Chosen,
  profile: ColumnProfile | undefined,
): string[] {
  if (drop) return ['The data contract has this column: left out, the check after the run fails.']
  return rules.flatMap((rule): string[] => {
    const agreed = `agreed: ${ruleText(rule)}.`
    const isStrict = rule.limit.operator === 'mustBe' && rule.limit.value === 0
    switch (rule.check) {
      case 'missing':
        if (!isStrict || rule.texts.length > 0) return []
        if (sentinel != null) return [`Cells with ${sentinel} become missing; ${agreed}`]
        return missing > 0 ? [`Some values are missing; ${agreed}`] : []
      case 'type':
        return isNumberType(rule.type) && !isNumberKind(kind)
          ? [`This would not be numbers; ${agreed}`]
          : []
      case 'invalid':
        if (!isStrict || !rule.values) return []
        if (NOT_LEARNED.includes(kind)) return [`Values would be made up or withheld; ${agreed}`]
        return hasOthers(rule.values, profile) ? [`The file has other values; ${agreed}`] : []
      case 'bound':
        return isStrict && isNumberKind(kind) && isBeyond(rule, profile, sentinel)
          ? [`The file has values beyond; ${agreed} The twin cuts them off there.`]
          : []
      default:
        return []
    }
  })
}

const isNumberType = (type: string) => type === 'integer' || type === 'number'

const hasOthers = (agreed: readonly string[], profile: ColumnProfile | undefined) =>
  profile?.plot?.type === 'categories' &&
  profile.plot.labels.some((label) => !agreed.includes(label))

/** The least value is no figure to compare where it stands for a missing one. */
function isBeyond(
  { bound, value }: { bound: string; value: number | string },
  profile: ColumnProfile | undefined,
  sentinel: number | null | undefined,
): boolean {
  if (!profile?.range || typeof value !== 'number') return false
  const [low, high] = [Number(profile.range.low), Number(profile.range.high)]
  if (bound === 'minimum') return low !== sentinel && low < value
  return bound === 'maximum' && high !== sentinel && high > value
}
