import type { ColumnSchema } from '../src/schema/column-schema.ts'

/** Describes a column of whole numbers without further facts. */
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
