import { at } from '../../model/pairs/at.ts'
import { isRowUnit } from '../../model/private/budget.ts'
import { rhoSpent } from '../../model/private/privacy-ledger.ts'
import type { ReleasedFamily, ReleasedTable } from '../../model/released/released-model.ts'
import type { FittedTable } from '../fit-table.ts'
import type { CodedTable } from '../table-task.ts'

/** Returns what may be kept of a family once it is measured: nothing in it needs the original again. */
export function releaseFamily(tables: CodedTable[], fitted: FittedTable[]): ReleasedFamily {
  return {
    tables: tables.map((table, i) => releaseTable(table, at(fitted, i))),
    privacy: privacyOf(at(fitted, 0)),
  }
}

function releaseTable({ related, source }: CodedTable, { model }: FittedTable): ReleasedTable {
  const { key, parent, children } = related
  const links = {
    key,
    parent: parent && { place: parent.place, column: parent.column },
    children: children.map(({ place, count, maxRows }) => ({ place, count, maxRows })),
  }
  return { name: source.name, links, model }
}

/** The tables of a family share one list of entries, of which this is a copy: evaluation goes on paying from it. */
function privacyOf(fitted: FittedTable): ReleasedFamily['privacy'] {
  if (!('ledger' in fitted)) return null
  const { plan, ledger } = fitted
  return {
    unit: isRowUnit(plan.unit) ? 'row' : 'entity',
    epsilon: plan.epsilon,
    delta: plan.delta,
    rhoSpent: rhoSpent(ledger),
    rhoOfRun: rhoSpent(ledger),
    ledger: ledger.entries.map((entry) => ({ ...entry })),
  }
}

/** Adds the cost of the run's reports, once they are paid for. */
export function withCostOfRun(family: ReleasedFamily, [fitted]: FittedTable[]): ReleasedFamily {
  if (!family.privacy || !fitted || !('ledger' in fitted)) return family
  return { ...family, privacy: { ...family.privacy, rhoOfRun: rhoSpent(fitted.ledger) } }
}
