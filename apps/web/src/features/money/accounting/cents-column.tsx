import { Money } from '@/components/blocks/text/money.tsx'
import type { ScreenColumn } from '@/components/ui/data-table-column.ts'
import { plainUsd } from '@/lib/files/csv.ts'

/** Returns a column of exact amounts, hidden on narrow screens unless `mobile` names a place. */
export const centsColumn = <Row,>(
  key: string,
  head: string,
  centsOf: (row: Row) => bigint,
  mobile: ScreenColumn<Row>['mobile'] = 'hide',
): ScreenColumn<Row> => ({
  key,
  head,
  align: 'right',
  mobile,
  cell: (row) => <Money exact cents={Number(centsOf(row))} />,
  csvHead: `${head} (USD)`,
  csv: (row) => plainUsd(centsOf(row)),
})
