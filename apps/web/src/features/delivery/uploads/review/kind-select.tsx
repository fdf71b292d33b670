import { type ColumnChoice, type ColumnKind, columnKinds } from '@semblance/contract'
import { Select } from '@/components/ui/select.tsx'
import { kindLabels, type ReviewedColumn } from './column-words.ts'

const LEFT_OUT = 'drop'
type Option = ColumnKind | typeof LEFT_OUT

/** Names what is decided about a column; nothing: as it was found. */
export type ColumnDecision = Pick<ColumnChoice, 'kind' | 'drop' | 'sentinel'>

type KindSelectProps = {
  column: ReviewedColumn
  choice: ColumnChoice | undefined
  onChoice: (column: string, choice: ColumnDecision) => void
}

/** Selects the kind of a column, or leaves it out. */
export function KindSelect({ column: { name, kind }, choice, onChoice }: KindSelectProps) {
  return (
    <Select<Option>
      size="sm"
      className="w-auto min-w-[168px] max-w-full"
      aria-label={`Kind of ${name}`}
      value={choice?.drop ? LEFT_OUT : (choice?.kind ?? kind)}
      options={[
        ...columnKinds.map((value) => ({ value, label: kindLabels[value] })),
        { value: LEFT_OUT, label: 'Leave out' },
      ]}
      onValueChange={(value) => onChoice(name, choiceOf(value, kind))}
    />
  )
}

const choiceOf = (value: Option, found: ColumnKind) => {
  if (value === LEFT_OUT) return { drop: true }
  return value === found ? {} : { kind: value }
}
