import {
  type Category,
  categories,
  type PriceQuestion,
  type PrivacyLevel,
  priceQuestion,
  privacyLevelLabels,
  privacyLevels,
} from '@semblance/contract'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { PriceOfLike } from '@/components/viz/price-of-like.tsx'
import { useUrlParams } from '@/lib/api/use-address-params.ts'
import { paths } from '@/paths.ts'
import { CategoryPrices } from './category-prices.tsx'

const categoryOptions = Object.entries(categories).map(([value, label]) => ({
  value: value as Category,
  label,
}))
const levelOptions = privacyLevels.map((value) => ({ value, label: privacyLevelLabels[value] }))

/** Returns the request that the address describes; what cannot be read is left out. */
export function questionIn(params: URLSearchParams): PriceQuestion {
  const { category, privacyLevel, columns, records } = priceQuestion.shape
  const wholeOf = (name: string) => Number(params.get(name) ?? Number.NaN)
  const size = {
    columns: columns.safeParse(wholeOf('columns')).data,
    records: records.safeParse(wholeOf('records')).data,
  }
  return {
    category: category.safeParse(params.get('category')).data ?? 'retail',
    privacyLevel: privacyLevel.safeParse(params.get('level')).data ?? 'standard',
    ...(size.columns !== undefined && { columns: size.columns }),
    ...(size.records !== undefined && { records: size.records }),
  }
}

/** Says what requests of a kind cost, how long they take, and how soon first offers come. */
export function PriceFinder() {
  const [params, change] = useUrlParams()
  const asked = questionIn(params)
  const set = (name: string, value: string) =>
    change((current) => {
      if (value === '') current.delete(name)
      else current.set(name, value)
    })
  return (
    <div className="grid min-w-0 items-start gap-5 lg:grid-cols-12">
      <div className="min-w-0 lg:col-span-5">
        <Panel
          title="Your request"
          description="What contracts have in common with yours decides which are counted."
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Category">
              {(props) => (
                <Select
                  {...props}
                  value={asked.category}
                  onValueChange={(next: Category) => set('category', next)}
                  options={categoryOptions}
                />
              )}
            </Field>
            <Field label="Privacy level">
              {(props) => (
                <Select
                  {...props}
                  value={asked.privacyLevel}
                  onValueChange={(next: PrivacyLevel) => set('level', next)}
                  options={levelOptions}
                />
              )}
            </Field>
            <SizeField
              name="columns"
              label="Columns"
              value={params.get('columns')}
              onChange={set}
            />
            <SizeField
              name="records"
              label="Records"
              value={params.get('records')}
              onChange={set}
            />
          </div>
        </Panel>
      </div>
      <div className="min-w-0 lg:col-span-7">
        <Panel
          title="What it costs and takes"
          action={
            <Button asChild size="sm" variant="outline">
              <Link to={paths.createDpr}>Create DPR</Link>
            </Button>
          }
        >
          <PriceOfLike asked={asked} />
          <p className="mt-3 border-t pt-3 text-muted-foreground text-sm">
            From the mean of the lower half of completed contracts to the mean of the upper half,
            rounded outward; a guide, not a promise. Behind each half are at least five vendors and
            five clients besides you, and contracts are counted twelve or more at a time. Where too
            few are like yours, the range is of those of the same privacy level, the same category,
            or any, that no closer group counts.
          </p>
        </Panel>
      </div>
      <div className="min-w-0 lg:col-span-12">
        <CategoryPrices privacyLevel={asked.privacyLevel} />
      </div>
    </div>
  )
}

type SizeFieldProps = {
  name: string
  label: string
  value: string | null
  onChange: (name: string, value: string) => void
}

function SizeField({ name, label, value, onChange }: SizeFieldProps) {
  return (
    <Field label={label} optional>
      {(props) => (
        <Input
          {...props}
          inputMode="numeric"
          value={value ?? ''}
          onChange={(event) => onChange(name, event.target.value.replace(/\D/g, '').slice(0, 10))}
        />
      )}
    </Field>
  )
}
