import { TextField } from './text-field.tsx'

/** Renders the fields of the requirements for a delivery and its sample. */
export function RequirementFields() {
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
      <TextField
        name="minAccuracyPercent"
        label="Minimum accuracy in percent"
        hint="Synthetic accuracy in the report; a delivery below it goes back. 90 to 97 is usual."
        optional
        inputMode="numeric"
        placeholder="95"
      />
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
