/** The formats of a table beside CSV, in which the engine writes it. */
import type { DeliveryFile, OtherFormat } from '@semblance/contract'

export const otherFormatLabels: Record<OtherFormat, string> = {
  json: 'JSON',
  xlsx: 'Excel (.xlsx)',
  parquet: 'Parquet',
}

/** Each table with its other formats behind it, whenever they were made; all else stays in its order. */
export function withFormatsTogether(files: DeliveryFile[]): DeliveryFile[] {
  const names = files.map(({ name }) => name)
  const placeOf = ({ name }: DeliveryFile) => {
    const table = names.indexOf(name.replace(/\.(json|xlsx|parquet)$/, '.csv'))
    return table < 0 ? names.indexOf(name) : table
  }
  return files.toSorted((a, b) => placeOf(a) - placeOf(b))
}
