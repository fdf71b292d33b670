import { type DataContract, rulesOf, ruleText, uncheckedParts } from '@semblance/contract'
import { DataTable } from '@/components/ui/data-table.tsx'

type Line = { key: string; name: string; rules: string }

/** Lists a data contract's rules for each table and column, and its unchecked parts. */
export function ContractRules({ contract }: { contract: DataContract }) {
  const tables = rulesOf(contract)
  const unchecked = uncheckedParts(contract)
  return (
    <div className="grid gap-3">
      {tables.map((table) => (
        <div key={table.name} className="min-w-0">
          {tables.length > 1 && <h3 className="mb-1.5 font-medium text-sm">Table {table.name}</h3>}
          <DataTable<Line>
            caption={`Columns of ${table.name}`}
            rowKey={({ key }) => key}
            columns={[
              {
                key: 'column',
                head: 'Column',
                mobile: 'title',
                cell: ({ name }) => <span className="mono [overflow-wrap:anywhere]">{name}</span>,
              },
              {
                key: 'rules',
                head: 'Asked for',
                cell: ({ rules }) => <span className="[overflow-wrap:anywhere]">{rules}</span>,
              },
            ]}
            rows={[
              ...table.rules.map((rule, index) => ({
                key: `table ${index}`,
                name: 'All rows',
                rules: ruleText(rule),
              })),
              ...table.columns.map(({ name, rules }) => ({
                key: `column ${name}`,
                name,
                rules: rules.map(ruleText).join('; ') || 'present',
              })),
            ]}
          />
        </div>
      ))}
      {unchecked.length > 0 && (
        <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          Kept, but not checked: {unchecked.join(', ')}.
        </p>
      )}
    </div>
  )
}
