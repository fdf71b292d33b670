import { licenseLine } from '@semblance/contract'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { cn } from '@/lib/cn.ts'
import { defaultLicenseDraft, type LicenseDraft, readLicense } from './license-draft.ts'
import { LicenseFields } from './license-fields.tsx'
import { LicenseList } from './license-list.tsx'

type Problems = Partial<Record<keyof LicenseDraft, { message?: string }>>

/** Chooses the license terms of a form whose field `license` is a draft; without a click they stay as they are. */
export function LicenseFieldset({ className }: { className?: string }) {
  const { field, fieldState } = useController<{ license: LicenseDraft }, 'license'>({
    name: 'license',
  })
  const fieldsId = useId()
  const [isOpen, setOpen] = useState(false)
  const draft = field.value ?? defaultLicenseDraft
  const problems = (fieldState.error ?? {}) as Problems & { message?: string }
  const isShown = isOpen || fieldState.invalid
  const terms = readLicense(draft)
  return (
    <fieldset className={cn('grid min-w-0 gap-3', className)}>
      <legend className="mb-1.5 font-medium text-sm">License</legend>
      {terms && <p className="max-w-[72ch] text-base">{licenseLine(terms)}.</p>}
      {terms && !isShown && <LicenseList terms={terms} className="rounded-md bg-sunken p-4" />}
      {isShown && (
        <LicenseFields id={fieldsId} draft={draft} problems={problems} onChange={field.onChange} />
      )}
      {problems.message && <FieldError>{problems.message}</FieldError>}
      <div>
        <Button
          ref={field.ref}
          type="button"
          variant="outline"
          size="sm"
          aria-expanded={isShown}
          aria-controls={isShown ? fieldsId : undefined}
          onClick={() => setOpen(!isShown)}
        >
          {isShown ? 'Show as text' : 'Change the license'}
          <ChevronDown className={cn('size-4', isShown && 'rotate-180')} aria-hidden />
        </Button>
      </div>
    </fieldset>
  )
}
