import { zodResolver } from '@hookform/resolvers/zod'
import {
  type MemberRole,
  memberRoleNames,
  memberRoles,
  type SingleSignOn,
  ssoGroupsForm,
} from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { useShowSettings } from './sso-query.ts'

const options = memberRoleNames.map((value) => ({ value, label: memberRoles[value].label }))

/** Shows which role each group of the provider gives, for administrators to change. */
export function GroupsPanel({ settings }: { settings: SingleSignOn }) {
  const show = useShowSettings()
  const form = useForm({
    resolver: zodResolver(ssoGroupsForm),
    defaultValues: { groups: settings.groups },
  })
  const { control, formState, handleSubmit, register, reset } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'groups' })
  const save = useMutation(
    orpc.singleSignOn.setGroups.mutationOptions({
      onSuccess: (next) => {
        show(next)
        reset({ groups: next.groups })
        notify.success('Groups saved')
      },
      onError: (error) => notifyProblem('Nothing was changed', error),
    }),
  )
  const added: { group: string; role: MemberRole } = { group: '', role: 'requester' }
  return (
    <Panel
      title="Groups to roles"
      description={
        fields.length > 0
          ? 'A member of none of these groups is a viewer. Administrators are appointed here.'
          : 'Without a group, you choose roles here, member by member.'
      }
    >
      <UnsavedGuard when={formState.isDirty && !save.isPending} />
      <form
        noValidate
        className="grid gap-3"
        onSubmit={handleSubmit((values) => save.mutate(values))}
      >
        {fields.map((field, index) => {
          const fault = formState.errors.groups?.[index]?.group?.message
          return (
            <div key={field.id} className="grid gap-1">
              <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2">
                <Input
                  aria-label="Group"
                  aria-invalid={fault ? true : undefined}
                  className="mono"
                  autoComplete="off"
                  spellCheck={false}
                  {...register(`groups.${index}.group`)}
                />
                <FormSelect
                  aria-label={`Role of group ${index + 1}`}
                  control={control}
                  name={`groups.${index}.role`}
                  options={options}
                />
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove group ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden />
                </Button>
              </div>
              {fault && <FieldError id={`${field.id}-fault`}>{fault}</FieldError>}
            </div>
          )
        })}
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => append(added)}>
            <Plus aria-hidden />
            Add Group
          </Button>
          {formState.isDirty && (
            <Button type="submit" loading={save.isPending}>
              Save Groups
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}
