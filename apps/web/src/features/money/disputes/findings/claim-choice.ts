/** Choices of a claim, as they stand while it is put together. */
import { type Claimable, type DataClaim, type DataClaimType, ruleText } from '@semblance/contract'

export type ClaimChoice = {
  type: DataClaimType | ''
  table: string
  /** Place among the table's rules, as text. */
  rule: string
  format: string
  first: string
  second: string
}

export const noChoice: ClaimChoice = {
  type: '',
  table: '',
  rule: '',
  format: '',
  first: '',
  second: '',
}

/** Returns the types of claims that a delivery allows for. */
export function typesOf({ tables, records, accuracyPercent, formats }: Claimable): DataClaimType[] {
  return [
    ...(tables.some(({ rules }) => rules.length > 0) ? (['column_rule'] as const) : []),
    ...(records === null ? [] : (['records'] as const)),
    ...(accuracyPercent === null ? [] : (['accuracy'] as const)),
    ...(tables.some(({ columns }) => columns.length > 1) ? (['pair'] as const) : []),
    ...(formats.length > 0 ? (['format'] as const) : []),
  ]
}

/** Returns the chosen table: the only one needs no choice. */
export const tableOf = ({ tables }: Claimable, { table }: ClaimChoice) =>
  tables.length === 1 ? tables[0] : tables.find(({ name }) => name === table)

export const ruleLabel = ({ column, rule }: Claimable['tables'][number]['rules'][number]) =>
  column === null ? `Whole table: ${ruleText(rule)}` : `${column}: ${ruleText(rule)}`

/** Returns the claim that the choices make; null while some are missing. */
export function claimOf(possible: Claimable, choice: ClaimChoice): DataClaim | null {
  const table = tableOf(possible, choice)
  switch (choice.type) {
    case '':
      return null
    case 'records':
    case 'accuracy':
      return { type: choice.type }
    case 'format': {
      const format = possible.formats.find((one) => one === choice.format)
      return format ? { type: 'format', format } : null
    }
    case 'pair': {
      const { first, second } = choice
      return table && first && second
        ? { type: 'pair', table: table.name, columns: [first, second] }
        : null
    }
    case 'column_rule': {
      const rule = choice.rule === '' ? undefined : table?.rules[Number(choice.rule)]
      return table && rule ? { type: 'column_rule', table: table.name, ...rule } : null
    }
  }
}
