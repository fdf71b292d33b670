import type { ColumnSchema } from '../src/schema/column-schema.ts'

/** A column of whole numbers of which nothing else is known. */
export const blankColumn: ColumnSchema = {
  name: 'x',
  kind: 'integer',
  nullToken: '',
  decimals: 0,
  fixedDecimals: false,
  dateFormat: '',
  unitSeconds: 1,
  mask: '',
  identifier: null,
  unit: null,
  bounds: null,
  values: null,
  inferred: [],
}
