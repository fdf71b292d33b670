import {
  type BudgetPlan,
  defaultDelta,
  type PrivacyUnit,
  planBudget,
  portionsOf,
  unitOf,
} from '../model/private/budget.ts'
import { accountOf, openLedger, type PrivacyLedger } from '../model/private/privacy-ledger.ts'
import { modeledColumns, type RelatedTable } from '../schema/link-tables.ts'
import { type Family, rowsOfUnit } from '../schema/plan-families.ts'
import type { TableSchema } from '../schema/table-schema.ts'

const DEFAULT_EPSILON = 3

/** Describes the privacy unit of a table's guarantee, and the table's part of the budget. */
export type TableBudget = { unit: PrivacyUnit; portion: number }

/** Returns the budget of each table of a family, in the family's order. */
export function tableBudgets(
  family: Family,
  schemas: TableSchema[],
  linked: RelatedTable[],
): TableBudget[] {
  const [schema] = schemas
  if (family.relations.length === 0) return [{ unit: unitOf(schema!), portion: 1 }]
  const rows = rowsOfUnit(family)
  const isFound = (table: string) =>
    family.relations.some((relation) => relation.child === table && relation.isFound)
  const [root, ...others] = family.tables
  const unit = {
    root: root!,
    others: others.map((table) => ({ table, rows: rows.get(table)!, isUsual: isFound(table) })),
  }
  const depths: number[] = []
  for (const { parent } of linked) depths.push(parent ? depths[parent.place]! + 1 : 0)
  const portions = portionsOf(
    linked.map(({ rules, context }, i) => ({
      own: modeledColumns(rules).length,
      context: context.length,
      depth: depths[i]!,
    })),
  )
  return family.tables.map((table, i) => ({
    unit: { entity: null, rows: rows.get(table)!, family: unit },
    portion: portions[i]!,
  }))
}

/** Holds a table's planned budget, and the ledger that records its spending. */
export type Account = { plan: BudgetPlan; ledger: PrivacyLedger }

/** Opens an account for each table of a family, all on one ledger. */
export function openAccounts(
  { tables }: Family,
  budgets: TableBudget[],
  { epsilon = DEFAULT_EPSILON, delta }: { epsilon?: number; delta?: number },
  largestRowCount: number,
): Account[] {
  const plans = budgets.map(({ unit, portion }) =>
    planBudget(epsilon, delta ?? defaultDelta(largestRowCount), unit, portion),
  )
  const [first] = plans
  const ledger = openLedger(first!.rho, first!.unit.rows)
  return plans.map((plan, i) => ({
    plan,
    ledger: tables.length === 1 ? ledger : accountOf(ledger, tables[i]!, plan.unit.rows),
  }))
}
