import { at } from '../model/pairs/at.ts'
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
  for (const { parent } of linked) depths.push(parent ? at(depths, parent.place) + 1 : 0)
  const portions = portionsOf(
    linked.map(({ rules, context }, i) => ({
      own: modeledColumns(rules).length,
      context: context.length,
      depth: at(depths, i),
    })),
  )
  return family.tables.map((table, i) => ({
    unit: { entity: null, rows: rows.get(table)!, family: unit },
    portion: at(portions, i),
  }))
}

/** Holds a table's planned budget, and the ledger that records its spending. */
export type Account = { plan: BudgetPlan; ledger: PrivacyLedger }

/** Holds what a family's tables may spend together, and opens the ledger of each of them. */
export type FamilyAccount = {
  epsilon: number
  delta: number
  ledgerOf: (table: string) => PrivacyLedger
  /** True if a part of the budget is for votes on what the columns are. */
  hasVotes: boolean
}

type FamilySize = { rowsOf: (table: string) => number; largestRowCount: number; hasVotes: boolean }

/** Opens one ledger for the tables of a family, whose units have so many rows of each. */
export function openFamilyAccount(
  { tables }: Family,
  { epsilon = DEFAULT_EPSILON, delta }: { epsilon?: number; delta?: number },
  { rowsOf, largestRowCount, hasVotes }: FamilySize,
): FamilyAccount {
  const ofRun = { epsilon, delta: delta ?? defaultDelta(largestRowCount) }
  const ledger = openLedger(planBudget(ofRun.epsilon, ofRun.delta).rho)
  const isAlone = tables.length === 1
  return {
    ...ofRun,
    hasVotes,
    ledgerOf: (table) =>
      isAlone ? { ...ledger, rowsPerUnit: rowsOf(table) } : accountOf(ledger, table, rowsOf(table)),
  }
}

/** Plans what each table of a family spends on its model and its report. */
export function openAccounts(
  { tables }: Family,
  { epsilon, delta, ledgerOf, hasVotes }: FamilyAccount,
  budgets: TableBudget[],
): Account[] {
  return budgets.map(({ unit, portion }, i) => ({
    plan: planBudget(epsilon, delta, unit, portion, hasVotes),
    ledger: ledgerOf(at(tables, i)),
  }))
}
