import type { LicenseTerms } from '@semblance/contract'
import { useController } from 'react-hook-form'
import { licenseDraftOf } from '@/components/blocks/license/license-draft.ts'
import { LicenseFields } from '@/components/blocks/license/license-fields.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { ProposalDraft } from './proposal-draft.ts'

const useLicense = () => useController<ProposalDraft, 'license'>({ name: 'license' }).field

type LicenseButtonProps = { current: LicenseTerms; describedBy: string | undefined }

/** Begins a change of the license with the terms as they stand, or takes it back. */
export function LicenseButton({ current, describedBy }: LicenseButtonProps) {
  const { ref, value, onChange } = useLicense()
  return (
    <Button
      ref={ref}
      type="button"
      variant="outline"
      aria-expanded={value !== null}
      aria-describedby={describedBy}
      onClick={() => onChange(value ? null : licenseDraftOf(current))}
    >
      {value ? 'Leave the license as it is' : 'Change the license'}
    </Button>
  )
}

/** Shows the parts of the license that is proposed, once a change has begun. */
export function ProposedLicense() {
  const { value, onChange } = useLicense()
  if (!value) return null
  return (
    <div className="mt-2 md:col-span-3">
      <LicenseFields draft={value} problems={{}} onChange={onChange} />
    </div>
  )
}
