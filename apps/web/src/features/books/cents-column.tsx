import { Money } from '@/components/blocks/money.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'

/** A column of exact amounts, which a narrow screen leaves out unless told where to put it. */
export const centsColumn = <Row,>(
  key: string,
  head: string,
  centsOf: (row: Row) => bigint,
  mobile: Column<Row>['mobile'] = 'hide',
): Column<Row> => ({
  key,
  head,
  align: 'right',
  mobile,
  cell: (row) => <Money exact cents={Number(centsOf(row))} />,
})
