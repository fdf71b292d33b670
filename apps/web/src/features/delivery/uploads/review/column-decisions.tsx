import type { ColumnChoice, ColumnKind, ColumnProfile } from '@semblance/contract'
import { FileText, Fingerprint, Hash, type LucideIcon, SquareDashed, UserRound } from 'lucide-react'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { count } from '@/lib/format.ts'
import { Breaks } from './breaks.tsx'
import { ColumnPlot } from './column-plot.tsx'
import type { Decision, DecisionId, ReviewedColumn } from './column-words.ts'
import { type ColumnDecision, KindSelect } from './kind-select.tsx'

const icons: Record<DecisionId, LucideIcon> = {
  personal: UserRound,
  identifier: Fingerprint,
  free_text: FileText,
  sentinel: Hash,
  empty: SquareDashed,
}

export type DecidedColumn = {
  column: ReviewedColumn
  profile: ColumnProfile | undefined
  decision: Decision
}

type ColumnDecisionsProps = {
  columns: readonly DecidedColumn[]
  /** Rows that the profiles were counted in. */
  rows: number
  chosen: ReadonlyMap<string, ColumnChoice>
  onChoice: (column: string, choice: ColumnDecision) => void
  /** Sentences about what a choice breaks in the data contract, by column. */
  breaks: ReadonlyMap<string, readonly string[]>
}

/** Lists the columns that need a decision: evidence, default and alternatives. */
export function ColumnDecisions({ columns, rows, chosen, onChoice, breaks }: ColumnDecisionsProps) {
  return (
    <ul className="divide-y border-t" aria-label="Columns that need your decision">
      {columns.map(({ column, profile, decision }) => {
        const { name, kind } = column
        const choice = chosen.get(name)
        const Icon = icons[decision.id]
        return (
          <li
            key={name}
            className="grid gap-x-6 gap-y-2 px-4 py-4 md:grid-cols-[180px_minmax(0,1fr)_240px] md:px-5"
          >
            <div className="min-w-0 md:pt-0.5">
              <p className="mono font-medium [overflow-wrap:anywhere]">{name}</p>
              {profile && (
                <p className="num text-muted-foreground text-sm">
                  {count(profile.distinct)} distinct of {count(rows)}
                </p>
              )}
            </div>
            <div className="flex min-w-0 gap-3">
              <Icon className="mt-0.5 size-4 shrink-0 text-st-warn-fg" aria-hidden />
              <div className="min-w-0">
                <p className="font-medium">{decision.evidence}</p>
                <p className="text-muted-foreground text-sm">{decision.consequence}</p>
                <div className="mt-2.5 flex flex-wrap items-center gap-2">
                  <ChoiceChips
                    label={`What becomes of ${name}`}
                    value={chosenOf(choice, kind)}
                    options={optionsOf(decision)}
                    onValueChange={(value: Option) => onChoice(name, choiceOf(value, decision))}
                  />
                  <KindSelect column={column} choice={choice} onChoice={onChoice} />
                </div>
                <Breaks breaks={breaks.get(name)} />
              </div>
            </div>
            <div className="min-w-0 max-md:pl-7">
              <ColumnPlot profile={profile} height={48} />
              {profile && profile.examples.length > 0 && (
                <p className="mono mt-1.5 truncate text-muted-foreground text-xs">
                  {profile.examples.join(', ')}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type Option = 'missing' | 'found' | 'drop' | 'other'

const optionsOf = ({ asMissing, asFound }: Decision): { value: Option; label: string }[] => [
  ...(asMissing ? [{ value: 'missing' as const, label: asMissing.label }] : []),
  { value: 'found', label: asFound },
  { value: 'drop', label: 'Leave out' },
]

function chosenOf(choice: ColumnChoice | undefined, found: ColumnKind): Option {
  if (choice?.drop) return 'drop'
  if (choice?.kind !== undefined && choice.kind !== found) return 'other'
  return choice?.sentinel == null ? 'found' : 'missing'
}

function choiceOf(value: Option, { asMissing }: Decision): ColumnDecision {
  if (value === 'drop') return { drop: true }
  if (!asMissing) return {}
  return { sentinel: value === 'missing' ? asMissing.sentinel : null }
}
