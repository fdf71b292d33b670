import {
  categories,
  dataFormatLabels,
  licenseLine,
  MAX_OPEN_DAYS,
  MAX_REVIEW_DAYS,
  moreRowsText,
  privacyLevelLabels,
} from '@semblance/contract'
import { ChevronDown } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { readLicense } from '@/components/blocks/license/license-draft.ts'
import { LicenseFieldset } from '@/components/blocks/license/license-fieldset.tsx'
import { readMoreRows } from '@/components/blocks/more-rows/more-rows-draft.ts'
import { MoreRowsFieldset } from '@/components/blocks/more-rows/more-rows-fieldset.tsx'
import { ChoiceField } from './choice-field.tsx'
import { closingText } from './closing.ts'
import { ComplianceField } from './compliance-field.tsx'
import type { DprFormInput } from './dpr-form-schema.ts'
import { LinesField } from './lines-field.tsx'
import { MinimumAccuracyField } from './minimum-accuracy-field.tsx'
import { TextField } from './text-field.tsx'
import { VendorFields } from './vendor-fields.tsx'

const wide = 'sm:col-span-6'
const half = 'sm:col-span-3'
const third = 'sm:col-span-2'

export function DataFields() {
  return (
    <>
      <TextField
        name="title"
        label="Data type"
        className={half}
        placeholder="Retail customer purchase histories"
      />
      <ChoiceField name="category" label="Category" options={categories} className={half} />
      <TextField
        name="description"
        label="Description"
        hint="Tables, columns, number of records, period. What must stay true of the data, what may go."
        className={wide}
        rows={3}
      />
      <TextField
        name="useCase"
        label="Use case"
        hint="What you will do with the data; vendors tune the twin for it."
        className={wide}
        rows={2}
      />
    </>
  )
}

export function BudgetFields() {
  return (
    <>
      <TextField
        name="budgetMinCents"
        label="Budget from"
        inputMode="decimal"
        placeholder="$15,000"
        className={half}
      />
      <TextField
        name="budgetMaxCents"
        label="Budget to"
        inputMode="decimal"
        placeholder="$25,000"
        className={half}
      />
      <TextField
        name="timelineDays"
        label="Timeline in days"
        hint="From payment to delivery."
        inputMode="numeric"
        placeholder="14"
        className={half}
      />
      <ChoiceField
        name="deliveryFormat"
        label="Delivery format"
        options={dataFormatLabels}
        className={half}
      />
      <ClosingField />
    </>
  )
}

export function ComplianceFields() {
  return (
    <>
      <ComplianceField className={wide} />
      <TextField
        name="contacts"
        label="Contacts"
        hint="Seen by your organization only."
        className={half}
        placeholder="Name, e-mail or phone"
      />
      <TextField
        name="notes"
        label="Notes"
        hint="For vendors: anything else worth knowing before they offer."
        optional
        className={half}
        rows={1}
      />
    </>
  )
}

export function AdvancedFields() {
  return (
    <>
      <ChoiceField
        name="privacyLevel"
        label="Privacy level"
        options={privacyLevelLabels}
        hint="A smaller ε protects more and costs detail."
        className={third}
      />
      <TextField
        name="minRecords"
        label="Minimum records"
        hint="Rows of the largest table."
        optional
        inputMode="numeric"
        placeholder="100,000"
        className={third}
      />
      <TextField
        name="sampleRecords"
        label="Sample records"
        hint="Wanted before the delivery."
        optional
        inputMode="numeric"
        placeholder="1,000"
        className={third}
      />
      <MinimumAccuracyField className={half} />
      <TextField
        name="reviewDays"
        label="Review window (days)"
        hint={`1 to ${MAX_REVIEW_DAYS}. A delivery you do not answer in that time is accepted and paid.`}
        inputMode="numeric"
        placeholder="14"
        className={half}
      />
      <LinesField
        name="specifications"
        label="Specifications"
        line="Specification"
        hint="Enter begins the next line; a pasted list becomes lines."
        placeholder="One row per purchase, 24 months, 48,000 members"
        className={half}
      />
      <LinesField
        name="technicalRequirements"
        label="Technical requirements"
        line="Technical requirement"
        hint="Encoding, units, keys between tables, file sizes."
        placeholder="UTF-8, ISO 8601 timestamps, amounts in US dollars"
        className={half}
      />
      <LinesField
        name="deliverables"
        label="Deliverables"
        line="Deliverable"
        hint="What you want to hold in your hands at the end."
        placeholder="Data dictionary: every column with type, unit and range"
        className={wide}
      />
      <VendorFields />
      <RightsFields />
    </>
  )
}

/** Holds the rights, which few requests change: closed unless one of them is wrong. */
function RightsFields() {
  const { control, formState } = useFormContext<DprFormInput>()
  const [license, moreRows] = useWatch({ control, name: ['license', 'moreRows'] })
  const terms = license && readLicense(license)
  const rows = moreRows && readMoreRows(moreRows)
  const isWrong = Boolean(formState.errors.license ?? formState.errors.moreRows)
  return (
    <details open={isWrong} className={`${wide} group rounded-md border`}>
      <summary className="flex cursor-pointer items-center gap-3 px-3 py-2.5">
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-sm">More rows and license</span>
          <span className="block text-muted-foreground text-sm">
            {rows ? moreRowsText(rows) : 'No more rows'}
            {terms && `; ${licenseLine(terms).toLowerCase()}`}
          </span>
        </span>
        <ChevronDown className="size-4 shrink-0 group-open:rotate-180" aria-hidden />
      </summary>
      <div className="grid gap-5 border-t px-3 py-4">
        <MoreRowsFieldset />
        <LicenseFieldset />
      </div>
    </details>
  )
}

function ClosingField() {
  const { control } = useFormContext<DprFormInput>()
  const typed = useWatch({ control, name: 'closesInDays' })
  return (
    <TextField
      name="closesInDays"
      label="Offers close after days"
      hint={closingText(typed) ?? `1 to ${MAX_OPEN_DAYS}, counted from today.`}
      inputMode="numeric"
      placeholder="30"
      className={half}
    />
  )
}
