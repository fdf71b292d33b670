import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import type { DestinationFormReturn } from './destination-values.ts'

/** Looks up the key that the host shows, and takes it once the administrator has compared it. */
export function HostKeyField({ form }: { form: DestinationFormReturn }) {
  const { formState, setValue, watch } = form
  const lookUp = useMutation(orpc.pushes.readHostKey.mutationOptions({ gcTime: 0 }))
  const [host, port, hostKey] = [watch('host').trim(), Number(watch('port')), watch('hostKey')]
  const isAsked = lookUp.variables?.host === host && lookUp.variables.port === port
  const shown = isAsked ? lookUp.data : undefined
  const confirm = (isConfirmed: boolean) =>
    setValue('hostKey', isConfirmed && shown ? shown.hostKey : '', {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  const problem = isAsked && lookUp.isError ? toProblem(lookUp.error).message : null
  return (
    <fieldset className="grid min-w-0 gap-2.5 sm:col-span-2" aria-label="Host key">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium text-base">Host key</span>
        <Button
          type="button"
          size="sm"
          variant="outline"
          disabled={host === ''}
          loading={lookUp.isPending}
          onClick={() => {
            confirm(false)
            lookUp.mutate({ host, port })
          }}
        >
          <KeyRound aria-hidden />
          Look Up
        </Button>
      </div>
      {shown ? (
        <div className="grid gap-2.5 rounded-md border bg-sunken p-3">
          <p className="mono text-sm [overflow-wrap:anywhere]">
            {shown.hostKey} ({shown.algorithm})
          </p>
          <CheckboxField
            label="This is the key that the host’s operator told me. Anyone between us and the host could show another one."
            checked={hostKey === shown.hostKey}
            onCheckedChange={(checked) => confirm(checked === true)}
          />
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">
          We send to a host that shows this key alone. Look it up, and compare it with what its
          operator told you, such as the output of ssh-keygen -l.
        </p>
      )}
      {problem && <FieldError id="host-key-problem">{problem}</FieldError>}
      {formState.errors.hostKey && !problem && (
        <FieldError id="host-key-error">{formState.errors.hostKey.message}</FieldError>
      )}
    </fieldset>
  )
}
