import { csvNameOf, type DeliveryFile } from '@semblance/contract'

/** Moves each table's other formats behind it; the other files keep their order. */
export function withFormatsTogether(files: DeliveryFile[]): DeliveryFile[] {
  const names = files.map(({ name }) => name)
  const placeOf = ({ name }: DeliveryFile) => {
    const table = names.indexOf(csvNameOf(name))
    return table < 0 ? names.indexOf(name) : table
  }
  return files.toSorted((a, b) => placeOf(a) - placeOf(b))
}
