import { TextField } from './text-field.tsx'

/** What a delivery and its sample are measured by. */
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
        hint="Overall fidelity in the report; 90 to 97 is usual."
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
