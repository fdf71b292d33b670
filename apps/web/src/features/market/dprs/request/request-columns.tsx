import {
  type DataContract,
  rulesOf,
  ruleText,
  type TableRules,
  uncheckedParts,
} from '@semblance/contract'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { saveFile } from '@/lib/files/save-file.ts'
import { count } from '@/lib/format.ts'
import { Part } from './request-part.tsx'

/** Limits the columns that are shown at first. */
const MAX_SHOWN = 12

type RequestColumnsProps = {
  contract: DataContract
  /** Names the downloaded file, without extension; null if there is nothing to download. */
  fileName: string | null
}

/** Lists the columns that a delivery must have, each with its type and rules. */
export function RequestColumns({ contract, fileName }: RequestColumnsProps) {
  const tables = rulesOf(contract)
  const unchecked = uncheckedParts(contract)
  const download = async () => {
    const { writeDataContract } = await import('../data-contract/data-contract-file.ts')
    saveFile(`${fileName}.odcs.yaml`, writeDataContract(contract), 'application/yaml')
  }
  return (
    <Part
      title="Columns"
      action={
        fileName !== null && (
          <Button variant="link" size="sm" onClick={() => void download()}>
            Data contract (YAML)
          </Button>
        )
      }
    >
      {tables.map((table) => (
        <TableColumns key={table.name} table={table} isOnly={tables.length === 1} />
      ))}
      {unchecked.length > 0 && (
        <p className="mt-2 text-muted-foreground text-sm [overflow-wrap:anywhere]">
          Kept, but not checked: {unchecked.join(', ')}.
        </p>
      )}
    </Part>
  )
}

function TableColumns({ table, isOnly }: { table: TableRules; isOnly: boolean }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? table.columns : table.columns.slice(0, MAX_SHOWN)
  const more = table.columns.length - shown.length
  return (
    <div className="min-w-0">
      {!isOnly && <h3 className="mt-2 font-medium text-sm">Table {table.name}</h3>}
      {table.rules.length > 0 && (
        <p className="text-base text-muted-foreground">All rows: {textOf(table.rules)}</p>
      )}
      <dl className="divide-y text-base">
        {shown.map(({ name, type, rules }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 py-1 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,5fr)]"
          >
            <dt className="mono [overflow-wrap:anywhere]">{name}</dt>
            <dd className="text-muted-foreground max-md:hidden">{type ?? 'any type'}</dd>
            <dd className="text-muted-foreground [overflow-wrap:anywhere]">
              <span className="md:hidden">{type ? `${type}; ` : ''}</span>
              {textOf(rules.filter(({ check }) => check !== 'type')) || 'present'}
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && (
        <Button variant="link" size="sm" onClick={() => setIsWhole(true)}>
          Show {count(more)} more
        </Button>
      )}
    </div>
  )
}

const textOf = (rules: readonly Parameters<typeof ruleText>[0][]) => rules.map(ruleText).join('; ')
