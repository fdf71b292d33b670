import { type RowRule, type RuleColumn, ruleProblem } from '@semblance/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { ColumnSelect } from '../column-select.tsx'
import { ColumnsField } from './columns-field.tsx'
import { columnsFor, type RuleDraft, type RuleType, ruleOf, typesFor } from './rule-draft.ts'
import { RuleSentence } from './rule-text.tsx'

type RuleFormProps = {
  columns: RuleColumn[]
  /** Lists the rules already chosen. */
  rules: RowRule[]
  onAdd: (rule: RowRule) => void
  onCancel: () => void
}

const words: Record<RuleType, { label: string; from: string; target: string; broken: string }> = {
  order: {
    label: 'Order',
    from: 'Lower or earlier column',
    target: 'Higher or later column',
    broken: 'A row of yours that breaks it counts as if both were equal.',
  },
  sum: {
    label: 'Sum',
    from: 'Parts',
    target: 'Total',
    broken:
      'The twin computes one of them from the others; where a row of yours breaks it, that one’s own value is not kept.',
  },
  dependency: {
    label: 'Dependency',
    from: 'Columns that decide',
    target: 'Column that is decided',
    broken:
      'Rows with the same deciding values have the same decided one. Where yours disagree, the twin keeps to the usual one.',
  },
}

const nothingPicked = { target: null, from: [], rest: false }

/** Composes a rule that inspection did not propose, from suitable columns. */
export function RuleForm({ columns, rules, onAdd, onCancel }: RuleFormProps) {
  const noteId = useId()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  const types = typesFor(columns)
  const [draft, setDraft] = useState<RuleDraft>({ type: types[0] ?? 'order', ...nothingPicked })
  const [isAsked, setAsked] = useState(false)
  const { type, target, from, rest } = draft
  const rule = ruleOf(draft)
  const problem = rule ? ruleProblem(rule, rules, columns) : isAsked ? 'Pick the columns.' : null
  const pick = (part: Partial<RuleDraft>) => setDraft({ ...draft, ...part })
  const add = () => {
    if (rule && !problem) onAdd(rule)
    else setAsked(true)
  }
  return (
    // Within the form of the review, so that it is no form itself.
    // biome-ignore lint/a11y/useSemanticElements: its name is what the button above says
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label="Add a rule"
      aria-describedby={noteId}
      className="mt-3 grid gap-4 rounded-md border bg-sunken p-4 outline-none"
    >
      <ChoiceChips
        label="Type of rule"
        options={types.map((value) => ({ value, label: words[value].label }))}
        value={type}
        onValueChange={(next) => setDraft({ type: next, ...nothingPicked })}
      />
      <div className="grid gap-4 md:grid-cols-2">
        {type === 'order' ? (
          <Field label={words.order.from}>
            {(control) => (
              <ColumnSelect
                {...control}
                none="Choose a column"
                columns={columnsFor(type, columns, [target])}
                value={from[0] ?? null}
                onChange={(column) => pick({ from: column === null ? [] : [column] })}
              />
            )}
          </Field>
        ) : (
          <ColumnsField
            label={words[type].from}
            columns={columnsFor(type, columns, [target, ...from])}
            value={from}
            onChange={(next) => pick({ from: next })}
          />
        )}
        <Field label={words[type].target}>
          {(control) => (
            <ColumnSelect
              {...control}
              none="Choose a column"
              columns={columnsFor(type, columns, from)}
              value={target}
              onChange={(column) => pick({ target: column })}
            />
          )}
        </Field>
      </div>
      {type === 'sum' && (
        <CheckboxField
          checked={rest}
          onCheckedChange={(isOn) => pick({ rest: isOn === true })}
          label="The parts may leave something of the total"
        />
      )}
      <div id={noteId} aria-live="polite" className="grid gap-1 text-sm">
        {rule && (
          <p>
            In every row, <RuleSentence rule={rule} columns={columns} />.
          </p>
        )}
        {problem ? (
          <FieldError>{problem}</FieldError>
        ) : (
          <p className="text-muted-foreground">{words[type].broken}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={add}>
          Add Rule
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
