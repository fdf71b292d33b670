/** A data contract as the request form holds it: rows of columns as they are typed, or a file as it was chosen. */
import {
  type ColumnType,
  type ContractColumn,
  columnTypes,
  type DataContract,
  type DraftContent,
  dataContract,
  isNumeric,
  isTemporal,
} from '@semblance/contract'
import { z } from 'zod'

export type TypedColumn = {
  name: string
  /** Empty: any. */
  type: ColumnType | ''
  required: boolean
  unique: boolean
  /** Bounds values or, for texts, the number of characters. */
  min: string
  max: string
  /** Separated by commas; empty: any. */
  values: string
}

export type TypedDataContract =
  | { from: 'columns'; columns: TypedColumn[] }
  | { from: 'file'; fileName: string; content: DataContract }

export const emptyColumn: TypedColumn = {
  name: '',
  type: '',
  required: true,
  unique: false,
  min: '',
  max: '',
  values: '',
}

export const isUntouched = ({ name, min, max, values }: TypedColumn) =>
  ![name, min, max, values].some((text) => text.trim())

/** Converts the form's rows to a document; null for no rows. */
export const typedDataContract = z
  .custom<TypedDataContract | null>()
  .transform((typed, context): DataContract | null => {
    if (!typed) return null
    if (typed.from === 'file') return typed.content
    const rows = [...typed.columns.entries()].filter(([, column]) => !isUntouched(column))
    if (rows.length === 0) return null
    const parsed = dataContract.safeParse(documentOf(rows.map(([, column]) => column)))
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues) {
      const row = typeof path[3] === 'number' ? rows[path[3]] : undefined
      context.addIssue({
        code: 'custom',
        path: row ? ['columns', row[0], fieldOf(path)] : [],
        message: row ? `${labelOf(path)} ${message}` : message,
      })
    }
    return z.NEVER
  })

const documentOf = (columns: TypedColumn[], id: string = crypto.randomUUID()): object => ({
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id,
  version: '1.0.0',
  status: 'active',
  schema: [{ name: 'delivery', properties: columns.map(propertyOf) }],
})

function propertyOf({ name, type, required, unique, min, max, values }: TypedColumn) {
  const [low, high] = type === 'string' ? ['minLength', 'maxLength'] : ['minimum', 'maximum']
  const options = {
    ...(min.trim() && { [low]: boundOf(type, min) }),
    ...(max.trim() && { [high]: boundOf(type, max) }),
  }
  const validValues = listOf(values)
  return {
    name: name.trim(),
    ...(type && { logicalType: type }),
    ...(required && { required }),
    ...(unique && { unique }),
    ...(Object.keys(options).length > 0 && { logicalTypeOptions: options }),
    ...(validValues.length > 0 && {
      quality: [{ metric: 'invalidValues', arguments: { validValues }, mustBe: 0 }],
    }),
  }
}

/** Returns the bound as a number; other text is returned as is, so that the field can report it. */
function boundOf(type: ColumnType | '', typed: string): number | string {
  const text = typed.trim()
  const number = Number(text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, ''))
  return isTemporal(type || null) || Number.isNaN(number) ? text : number
}

const listOf = (values: string) =>
  values
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)

type Field = 'name' | 'type' | 'min' | 'max' | 'values'

const fields: Record<string, [Field, string]> = {
  name: ['name', 'The name'],
  logicalType: ['type', 'The type'],
  minimum: ['min', 'The minimum'],
  minLength: ['min', 'The minimum'],
  maximum: ['max', 'The maximum'],
  maxLength: ['max', 'The maximum'],
  quality: ['values', 'The list of values'],
}

const known = (path: readonly PropertyKey[]) =>
  fields[String(path[5])] ?? fields[String(path[4])] ?? (['name', 'The column'] as const)
const fieldOf = (path: readonly PropertyKey[]) => known(path)[0]
const labelOf = (path: readonly PropertyKey[]) => known(path)[1]

/** Converts a data contract to rows of the form if they can express all of it, else to a file. */
export function typedFromContract(content: DataContract | null): TypedDataContract | null {
  if (!content) return null
  const columns = content.schema[0]!.properties.map(columnOf)
  const isWhole = JSON.stringify(documentOf(columns, content.id)) === JSON.stringify(content)
  return isWhole
    ? { from: 'columns', columns }
    : { from: 'file', fileName: 'data-contract.yaml', content }
}

function columnOf(property: ContractColumn): TypedColumn {
  const { logicalType, logicalTypeOptions: options, quality } = property
  const [rule] = quality ?? []
  const given = rule && 'metric' in rule ? rule.arguments : null
  const { validValues } = (given ?? {}) as { validValues?: string[] }
  return {
    name: property.name,
    type: logicalType ?? '',
    required: property.required === true,
    unique: property.unique === true,
    min: String(options?.minimum ?? options?.minLength ?? ''),
    max: String(options?.maximum ?? options?.maxLength ?? ''),
    values: (validValues ?? []).join(', '),
  }
}

/**
 * Restores the input of a draft as it was left, regardless of later changes to the form. Returns
 * null for a file that is no longer a contract.
 */
export function typedFromDraftContract(
  draft: DraftContent['dataContract'],
): TypedDataContract | null {
  if (!draft) return null
  if (draft.from === 'columns')
    return {
      from: 'columns',
      columns: draft.columns.map(({ type, ...column }) => ({
        ...emptyColumn,
        ...column,
        type: columnTypes.find((one) => one === type) ?? '',
      })),
    }
  const { success, data } = dataContract.safeParse(draft.content)
  return success ? { from: 'file', fileName: draft.fileName, content: data } : null
}

export const takesBounds = (type: ColumnType | '') =>
  type === 'string' || isNumeric(type || null) || isTemporal(type || null)
