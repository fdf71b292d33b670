import { queryRows } from '../../engines/duckdb/database.ts'
import type { FittedColumn, FittedModel } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import { spentOn } from '../../model/private/spent-budget.ts'
import type { ReleasedFamily } from '../../model/released/released-model.ts'
import type { RandomSource } from '../../random/random-source.ts'
import type { FittedTable } from '../fit-table.ts'
import type { MeasureOptions } from '../synthesis-options.ts'
import type { Account } from '../table-budgets.ts'
import type { CodedTable } from '../table-task.ts'

/**
 * Returns the fitted tables of a family as they were when the twin's model was measured: with what that has cost, to which
 * evaluation adds, and with the codes that the originals' labels have. The tables of `coded` are those of the model.
 */
export async function restoreFitted(
  { tables, privacy }: ReleasedFamily,
  coded: CodedTable[],
  accounts: Account[],
  { options, random }: { options: MeasureOptions; random: RandomSource },
): Promise<FittedTable[]> {
  // The tables of a family share one list of entries.
  accounts[0]?.ledger.entries.splice(0, Number.POSITIVE_INFINITY, ...(privacy?.ledger ?? []))
  const fitted: FittedTable[] = []
  for (const [i, table] of coded.entries()) {
    const model = await withCodes(table, at(tables, i).model)
    const { plan, ledger } = at(accounts, i)
    const spentBefore = spentOn(table.schema.name, options.spentBefore ?? [])
    fitted.push('trees' in model ? { model } : { model, plan, ledger, spentBefore, random })
  }
  return fitted
}

async function withCodes<Model extends FittedModel>(
  { connection }: CodedTable,
  model: Model,
): Promise<Model> {
  const recode = async (column: FittedColumn): Promise<FittedColumn> => {
    const { values, index } = column
    if (values.type === 'grid') return column
    const rows = await queryRows(connection, `select distinct value, code from dictionary${index}`)
    const codeOf = new Map(rows.map(([label, code]) => [String(label), Number(code)]))
    const codes = values.labels.map((label) => codeOf.get(label) ?? -1)
    return { ...column, values: { ...values, codes } }
  }
  const columns: FittedColumn[] = []
  for (const column of model.columns) columns.push(await recode(column))
  const alone = new Map<number, FittedColumn>()
  for (const [index, column] of model.rules.alone) alone.set(index, await recode(column))
  return { ...model, columns, rules: { ...model.rules, alone } }
}
