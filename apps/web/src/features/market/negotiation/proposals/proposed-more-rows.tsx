import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { MoreRowsDraft } from '@/components/blocks/more-rows/more-rows-draft.ts'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Input } from '@/components/ui/input.tsx'
import type { ProposalDraft } from './proposal-draft.ts'

type ProposedMoreRowsProps = {
  describedBy: string | undefined
  isInvalid: boolean
  /** True where a right stands, so that none can be proposed. */
  isGranted: boolean
}

/** Takes another right to more rows, or takes it away. */
export function ProposedMoreRows({ describedBy, isInvalid, isGranted }: ProposedMoreRowsProps) {
  const { register, control } = useFormContext<ProposalDraft>()
  const { field } = useController<ProposalDraft, 'isWithoutMore'>({ name: 'isWithoutMore' })
  const isWithout = useWatch({ control, name: 'isWithoutMore' })
  const input = (part: keyof MoreRowsDraft, label: string) => (
    <Input
      {...register(`more.${part}`)}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      disabled={isWithout}
      inputMode="numeric"
      autoComplete="off"
      placeholder="No change"
      className="num"
    />
  )
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2">
        {input('rows', 'Proposed rows of a draw')}
        <span className="text-muted-foreground text-sm">rows, times</span>
        {input('draws', 'Proposed draws')}
      </div>
      {isGranted && (
        <CheckboxField
          ref={field.ref}
          name={field.name}
          onBlur={field.onBlur}
          checked={field.value}
          onCheckedChange={(checked) => field.onChange(checked === true)}
          label="No rows beyond the delivery"
        />
      )}
    </>
  )
}
