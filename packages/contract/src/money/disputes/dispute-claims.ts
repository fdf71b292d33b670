/** Claims about delivered data that can be measured: what is wrong, as values. */
import { z } from 'zod'
import { ruleText } from '../../market/data-contract-rules.ts'
import { columnRule, tableRule } from '../../market/rules/agreed-rules.ts'
import { dataFormatLabels, dataFormats } from '../../market/terms.ts'
import type { DisputeReason } from './dispute-rules.ts'

/** Limits the claims of one dispute. */
export const MAX_DATA_CLAIMS = 20

/** Lists the reasons of a dispute that claims about the data can go with. */
export const dataReasons: readonly DisputeReason[] = ['not_as_described', 'quality']

const name = z.string().min(1).max(500)

export const dataClaim = z.discriminatedUnion('type', [
  /** A rule of the data contract, of a column or, with `column` null, of a whole table. */
  z.object({
    type: z.literal('column_rule'),
    table: name,
    column: name.nullable(),
    rule: z.union([tableRule, columnRule]),
  }),
  /** The least faithful table counts, as in the agreed accuracy. */
  z.object({ type: z.literal('accuracy') }),
  /** The largest table counts, as in the agreed number of records. */
  z.object({ type: z.literal('records') }),
  z.object({ type: z.literal('format'), format: z.enum(dataFormats) }),
  z.object({ type: z.literal('pair'), table: name, columns: z.tuple([name, name]) }),
])
export type DataClaim = z.infer<typeof dataClaim>
export type DataClaimType = DataClaim['type']

export const dataClaims = z.array(dataClaim).max(MAX_DATA_CLAIMS, 'These are too many claims')

/** Maps each type of claim to what it says, in the order of a choice. */
export const dataClaimLabels: Record<DataClaimType, string> = {
  column_rule: 'Rows break an agreed rule',
  records: 'There are fewer records than agreed',
  accuracy: 'The accuracy is below what was agreed',
  pair: 'Two columns go together less than the report states',
  format: 'The data does not come in an agreed format',
}

/** Returns a claim as a sentence without its period. */
export function dataClaimText(claim: DataClaim): string {
  switch (claim.type) {
    case 'column_rule': {
      const subject = claim.column === null ? claim.table : `${claim.table}.${claim.column}`
      return `${dataClaimLabels.column_rule}: ${subject}, ${ruleText(claim.rule)}`
    }
    case 'pair':
      return `${claim.columns[0]} and ${claim.columns[1]} of ${claim.table} go together less than the report states`
    case 'format':
      return `The data does not come as agreed in ${dataFormatLabels[claim.format]}`
    default:
      return dataClaimLabels[claim.type]
  }
}

/** Returns true if two claims say the same. */
export const isSameClaim = (one: DataClaim, other: DataClaim): boolean =>
  JSON.stringify(dataClaim.parse(one)) === JSON.stringify(dataClaim.parse(other))
