import { categories } from '@semblance/contract'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'

type CatalogRailProps = {
  get: (name: string) => string
  set: (name: string, value: string) => void
  onClear: (() => void) | null
}

const ALL = 'all'
const categoryOptions = [
  { value: ALL, label: 'All categories' },
  ...Object.entries(categories).map(([value, label]) => ({ value, label })),
]
const epsilonOptions = [
  { value: ALL, label: 'Any' },
  { value: '0.5', label: 'ε ≤ 0.5' },
  { value: '1', label: 'ε ≤ 1' },
  { value: '3', label: 'ε ≤ 3' },
]
const accuracyOptions = [
  { value: ALL, label: 'Any' },
  { value: '80', label: '80% or more' },
  { value: '90', label: '90% or more' },
  { value: '95', label: '95% or more' },
]

/** Shows the filters of the catalog; each is in the address at once. */
export function CatalogRail({ get, set, onClear }: CatalogRailProps) {
  const choice = (name: string) => ({
    value: get(name) || ALL,
    onValueChange: (value: string) => set(name, value === ALL ? '' : value),
  })
  const typed = (name: string) => ({
    defaultValue: get(name),
    key: `${name}:${get(name)}`,
    onBlur: (event: { target: { value: string } }) => set(name, event.target.value.trim()),
    onKeyDown: (event: { key: string; currentTarget: { value: string } }) => {
      if (event.key === 'Enter') set(name, event.currentTarget.value.trim())
    },
  })
  return (
    <div className="grid gap-4">
      <Field label="Category">
        {(control) => <Select {...control} options={categoryOptions} {...choice('category')} />}
      </Field>
      <Field label="Has columns" hint="Names, with commas between them">
        {(control) => (
          <Input {...control} placeholder="age, city" maxLength={500} {...typed('columns')} />
        )}
      </Field>
      <Field label="Rows at least">
        {(control) => (
          <Input {...control} inputMode="numeric" placeholder="10,000" {...typed('rows')} />
        )}
      </Field>
      <Field label="Price at most (USD)">
        {(control) => (
          <Input {...control} inputMode="decimal" placeholder="5,000" {...typed('price')} />
        )}
      </Field>
      <Field label="Privacy per row">
        {(control) => <Select {...control} options={epsilonOptions} {...choice('epsilon')} />}
      </Field>
      <Field label="Accuracy">
        {(control) => <Select {...control} options={accuracyOptions} {...choice('accuracy')} />}
      </Field>
      {onClear && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
