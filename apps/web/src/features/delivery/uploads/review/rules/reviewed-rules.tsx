import { isSameRule, type RowRule, type RuleColumn, ruleProblem } from '@semblance/contract'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { typesFor } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleSentence, ruleText } from './rule-text.tsx'

type ReviewedRulesProps = {
  columns: RuleColumn[]
  /** Found in the rows. */
  suggested: RowRule[]
  chosen: RowRule[]
  onChange: (chosen: RowRule[]) => void
}

/** Lists the rules that the twin satisfies by construction: those found in the rows, and the vendor's own. */
export function ReviewedRules({ columns, suggested, chosen, onChange }: ReviewedRulesProps) {
  const isIn = (rules: RowRule[], rule: RowRule) => rules.some((one) => isSameRule(one, rule))
  const turn = (rule: RowRule, isOn: boolean) => {
    const others = chosen.filter((one) => !isSameRule(one, rule))
    onChange(isOn ? [...others, rule] : others)
  }
  const problemOf = (rule: RowRule) => {
    const place = chosen.findIndex((one) => isSameRule(one, rule))
    return (place >= 0 && ruleProblem(rule, chosen.slice(0, place), columns)) || undefined
  }
  const own = chosen.filter((rule) => !isIn(suggested, rule))
  const canAdd = typesFor(columns).length > 0
  if (!canAdd && suggested.length + own.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">Rules that every row keeps</legend>
      <p className="mt-1 max-w-[76ch] text-muted-foreground text-sm">
        The twin keeps to them in every row, and you learn how many of your rows did not.
        {suggested.length > 0 &&
          ' These hold in the rows looked at: choose those that must hold in the twin, too.'}
      </p>
      {suggested.length > 0 && (
        <div className="mt-3 grid max-h-60 gap-2 overflow-y-auto md:grid-cols-2">
          {suggested.map((rule) => (
            <CheckboxField
              key={ruleText(rule, columns)}
              checked={isIn(chosen, rule)}
              onCheckedChange={(isOn) => turn(rule, isOn === true)}
              error={problemOf(rule)}
              label={<RuleSentence rule={rule} columns={columns} />}
            />
          ))}
        </div>
      )}
      {own.length > 0 && (
        <ul aria-label="Rules you have added" className="mt-3 divide-y rounded-md border">
          {own.map((rule) => (
            <li key={ruleText(rule, columns)} className="flex items-center gap-3 py-1 pr-1 pl-3">
              <div className="grid min-w-0 flex-1 gap-1">
                <RuleSentence rule={rule} columns={columns} />
                {problemOf(rule) && <FieldError>{problemOf(rule)}</FieldError>}
              </div>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove the rule ${ruleText(rule, columns)}`}
                onClick={() => turn(rule, false)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <AddRule columns={columns} rules={chosen} onAdd={(rule) => onChange([...chosen, rule])} />
      )}
    </fieldset>
  )
}

type AddRuleProps = { columns: RuleColumn[]; rules: RowRule[]; onAdd: (rule: RowRule) => void }

function AddRule({ columns, rules, onAdd }: AddRuleProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    // It is there again once the form is gone.
    requestAnimationFrame(() => button.current?.focus())
  }
  if (!isOpen)
    return (
      <Button
        ref={button}
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden />
        Add a Rule
      </Button>
    )
  return (
    <RuleForm
      columns={columns}
      rules={rules}
      onAdd={(rule) => {
        onAdd(rule)
        close()
      }}
      onCancel={close}
    />
  )
}
