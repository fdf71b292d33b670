import { sheetDialect } from '../../schema/infer/dialect.ts'
import { inFile, SynthesisError } from '../../schema/synthesis-error.ts'
import { csvTable } from '../csv/open-csv.ts'
import type { OpenedTable } from '../table-source.ts'
import type { SheetWriter } from './sheet-writer.ts'

/** Describes a sheet of a workbook as CSV, with its writer's facts. */
export type WrittenSheet = Pick<SheetWriter, 'head' | 'width' | 'isPadded' | 'rowCount'> & {
  name: string
  path: string
}

/** Returns the tables in the sheets of a workbook that have cells. Throws SynthesisError. */
export function sheetTables(sheets: WrittenSheet[]): OpenedTable[] {
  const filled = sheets.filter(({ rowCount }) => rowCount > 0)
  if (filled.length === 0) {
    throw new SynthesisError('no_rows', 'The workbook has no visible sheet with cells.')
  }
  return filled.map((sheet) => {
    try {
      return csvTable(sheet.path, sheetDialect(sheet), filled.length > 1 ? [sheet.name] : [])
    } catch (error) {
      throw inFile(error, sheet.name, filled.length > 1)
    }
  })
}
