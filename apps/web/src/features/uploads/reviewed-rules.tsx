import type { RowRule } from '@semblance/contract'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { ruleLine } from './review-choices.ts'

type ReviewedRulesProps = {
  /** Found in the rows. */
  suggested: RowRule[]
  chosen: RowRule[]
  onChange: (chosen: RowRule[]) => void
}

/** Which of the rules that the rows keep are to hold in the twin by construction. */
export function ReviewedRules({ suggested, chosen, onChange }: ReviewedRulesProps) {
  const isRule = (rule: RowRule) => (other: RowRule) => ruleLine(other) === ruleLine(rule)
  const turn = (rule: RowRule, isOn: boolean) => {
    const others = chosen.filter((one) => !isRule(rule)(one))
    onChange(isOn ? [...others, rule] : others)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-sm">Rules that every row keeps</legend>
      <p className="mt-1 text-muted-foreground text-sm">
        They hold in the rows looked at. Choose those that must hold in the twin, too.
      </p>
      <div className="mt-3 grid max-h-60 gap-2 overflow-y-auto md:grid-cols-2">
        {suggested.map((rule) => (
          <CheckboxField
            key={ruleLine(rule)}
            checked={chosen.some(isRule(rule))}
            onCheckedChange={(isOn) => turn(rule, isOn === true)}
            label={<span className="mono [overflow-wrap:anywhere]">{ruleLine(rule)}</span>}
          />
        ))}
      </div>
    </fieldset>
  )
}
