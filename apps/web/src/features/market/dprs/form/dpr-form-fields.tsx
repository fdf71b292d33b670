import {
  categories,
  dataFormatLabels,
  formatBps,
  MAX_OPEN_DAYS,
  MAX_REVIEW_DAYS,
  PLATFORM_FEE_BPS,
  privacyLevelLabels,
} from '@semblance/contract'
import { useFormContext, useWatch } from 'react-hook-form'
import { LicenseFieldset } from '@/components/blocks/license/license-fieldset.tsx'
import { MoreRowsFieldset } from '@/components/blocks/more-rows/more-rows-fieldset.tsx'
import { FormGroup } from '@/components/ui/form-group.tsx'
import { DataContractField } from '../data-contract/data-contract-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { closingText } from './closing.ts'
import type { DprFormInput } from './dpr-form-schema.ts'
import { LinesField } from './lines-field.tsx'
import { MinimumAccuracyField } from './minimum-accuracy-field.tsx'
import { TextField } from './text-field.tsx'
import { VendorFields } from './vendor-fields.tsx'

const wide = 'sm:col-span-2'

/** Renders the sections of the request form, from the dataset to the vendors. */
export function DprFormFields() {
  return (
    <>
      <FormGroup title="Data" description="What vendors read first in the marketplace.">
        <TextField
          name="title"
          label="Data type"
          className={wide}
          placeholder="Retail customer purchase histories"
        />
        <ChoiceField
          name="category"
          label="Category"
          options={categories}
          hint="Where vendors look for it in the marketplace."
          className={wide}
        />
        <TextField
          name="description"
          label="Description"
          hint="Tables, columns, number of records, period. What must stay true of the data, what may go."
          className={wide}
          rows={5}
        />
        <TextField
          name="useCase"
          label="Use case"
          hint="What you will do with the data; vendors tune the twin for it."
          className={wide}
          rows={3}
        />
      </FormGroup>
      <FormGroup
        title="Requirements"
        description="The clearer they are, the better offers compare. Only the minimum accuracy cannot stay empty; it can be none."
      >
        <LinesField
          name="specifications"
          label="Specifications"
          line="Specification"
          hint="Enter begins the next line; a pasted list becomes lines."
          placeholder="One row per purchase, 24 months, 48,000 members"
          className={wide}
        />
        <LinesField
          name="technicalRequirements"
          label="Technical requirements"
          line="Technical requirement"
          hint="Encoding, units, keys between tables, file sizes."
          placeholder="UTF-8, ISO 8601 timestamps, amounts in US dollars"
          className={wide}
        />
        <LinesField
          name="deliverables"
          label="Deliverables"
          line="Deliverable"
          hint="What you want to hold in your hands at the end."
          placeholder="Data dictionary: every column with type, unit and range"
          className={wide}
        />
        <RequirementFields />
        <ChoiceField
          name="privacyLevel"
          label="Privacy level"
          options={privacyLevelLabels}
          hint="How little may be learned about one record; a smaller ε protects more and costs detail."
        />
        <MoreRowsFieldset className={wide} />
      </FormGroup>
      <FormGroup
        title="Data contract"
        description="Optional. Columns that must be there, with types and limits: nothing that misses them reaches you."
      >
        <DataContractField />
      </FormGroup>
      <FormGroup
        title="Budget and delivery"
        description={`US dollars, before the ${formatBps(PLATFORM_FEE_BPS)} platform fee.`}
      >
        <TextField
          name="budgetMinCents"
          label="Budget from"
          inputMode="decimal"
          placeholder="$15,000"
        />
        <TextField
          name="budgetMaxCents"
          label="Budget to"
          inputMode="decimal"
          placeholder="$25,000"
        />
        <TextField
          name="timelineDays"
          label="Timeline in days"
          hint="From payment to delivery."
          inputMode="numeric"
          placeholder="14"
        />
        <ChoiceField name="deliveryFormat" label="Delivery format" options={dataFormatLabels} />
        <ClosingField />
        <TextField
          name="reviewDays"
          label="Review window (days)"
          hint={`1 to ${MAX_REVIEW_DAYS}. A delivery you do not answer in that time is accepted and paid.`}
          inputMode="numeric"
          placeholder="14"
        />
      </FormGroup>
      <FormGroup
        title="License"
        description="What you may do with the data. Without a change it is the standard license shown here."
      >
        <LicenseFieldset className={wide} />
      </FormGroup>
      <FormGroup title="Compliance" description="Rules the data and its handling must meet.">
        <TextField
          name="complianceRequirements"
          label="Compliance requirements"
          hint="Laws, standards and house rules, such as regions where the data may be processed."
          className={wide}
          rows={3}
          placeholder="GDPR, CCPA"
        />
      </FormGroup>
      <FormGroup
        title="Vendors"
        description="Whom you would rather hear from. It guides suggestions and shuts nobody out."
      >
        <VendorFields />
      </FormGroup>
      <FormGroup title="Contacts" description="Only your own organization sees the contacts.">
        <TextField
          name="contacts"
          label="Contacts"
          className={wide}
          placeholder="Name, e-mail or phone"
        />
        <TextField
          name="notes"
          label="Notes"
          hint="For vendors: anything else worth knowing before they offer."
          optional
          className={wide}
          rows={3}
        />
      </FormGroup>
    </>
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
    />
  )
}

/** Renders the fields of the requirements for a delivery and its sample. */
function RequirementFields() {
  return (
    <>
      <TextField
        name="minRecords"
        label="Minimum records"
        hint="Rows of the largest table."
        optional
        inputMode="numeric"
        placeholder="100,000"
      />
      <MinimumAccuracyField />
      <TextField
        name="sampleRecords"
        label="Sample records"
        hint="Wanted from the vendor before the delivery."
        optional
        inputMode="numeric"
        placeholder="1,000"
      />
    </>
  )
}
