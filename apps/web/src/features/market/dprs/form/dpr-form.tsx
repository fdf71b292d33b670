import { zodResolver } from '@hookform/resolvers/zod'
import type { DprForm as DprFormValues } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type FieldErrors,
  type FieldPath,
  FormProvider,
  useForm,
  useFormContext,
} from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { forgetKeptForm, usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { useGoOn, useIsLeaving } from '@/lib/pages/use-go-on.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session-context.ts'
import { paths } from '@/paths.ts'
import { type DprFormInput, dprFormSchema, emptyDprForm } from './dpr-form-schema.ts'
import { draftOf, isStarted, type StartedDprForm } from './dpr-form-values.ts'
import { DprPreview } from './dpr-preview.tsx'
import { FormRail } from './form-rail.tsx'
import { type SectionId, sectionOf } from './form-sections.ts'
import { Realistic } from './realistic.tsx'
import { SaveNote } from './save-status.tsx'
import { SectionList } from './section-list.tsx'
import { useAutosave } from './use-autosave.ts'

type DprFormProps = {
  /** Survives the change of address when the form becomes a draft. */
  formKey: string
  initial?: StartedDprForm
  draftId?: string
  /** The request that it repeats. */
  copyOf?: { id: string; title: string; isOwn: boolean }
}

export function DprForm({ formKey, initial, draftId, copyOf }: DprFormProps) {
  const navigate = useNavigate()
  const goOn = useGoOn()
  const isLeaving = useIsLeaving()
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const keepsDrafts = useKeepsDrafts()
  const [shownDraft, setShownDraft] = useState(draftId)
  const [open, setOpen] = useState<SectionId>('data')
  const kept = keptName({ draftId: shownDraft, copyOf })
  const form = useForm<DprFormInput, unknown, DprFormValues>({
    resolver: zodResolver(dprFormSchema),
    defaultValues: initial ?? emptyDprForm,
    shouldFocusError: false,
  })
  const autosave = useAutosave({
    enabled: keepsDrafts,
    draftId,
    read: () => draftOf(form.getValues()),
    onSaved: () => forgetKeptForm(kept),
    onCreated: (id, isShown) => {
      forgetKeptForm(kept)
      if (!isShown || isLeaving) return
      setShownDraft(id)
      const options = { replace: true, state: { formKey }, preventScrollReset: true }
      void navigate(paths.draft(id), options)
    },
  })
  const { touch } = autosave

  useEffect(() => {
    const subscription = form.watch((values) => {
      if (isStarted(values as StartedDprForm)) touch()
    })
    return () => subscription.unsubscribe()
  }, [form, touch])

  const create = useMutation({
    mutationFn: async (values: DprFormValues) =>
      api.dprs.create({ ...values, draftId: await autosave.hold() }),
    onSuccess: async () => {
      forgetKeptForm(kept)
      notify.success(
        'DPR Created Successfully',
        'Your Data Procurement Request has been posted to the marketplace.',
      )
      await Promise.all(
        [orpc.dprs.key(), orpc.dashboards.key(), orpc.market.key()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      // A new request has no offers, which is the Pending tab.
      goOn(paths.dprTab('pending'))
    },
    onError: (error) => {
      autosave.release()
      const problem = toProblem(error)
      for (const [name, message] of Object.entries(problem.fields))
        form.setError(fieldOf(name), { message })
      setOpen((now) => sectionOf(Object.keys(problem.fields).map(fieldOf)) ?? now)
      notify.error('Your DPR was not posted', problem.message)
    },
  })

  const submit = form.handleSubmit(
    (values) => {
      notify.dismiss()
      signInFirst(() => create.mutate(values))
    },
    (errors) => {
      notify.dismiss()
      notify.error('Missing Information', missingSentence(errors))
      setOpen((now) => sectionOf(Object.keys(errors)) ?? now)
    },
  )

  const saveNote = keepsDrafts && (
    <SaveNote state={autosave.state} onRetry={() => void autosave.flush()} />
  )
  return (
    <FormProvider {...form}>
      <KeptText name={kept} />
      <UnsavedGuard
        when={form.formState.isDirty && autosave.state.status !== 'saved' && !create.isPending}
        onlyOnClose={autosave.state.status !== 'failed'}
        onLeave={() => forgetKeptForm(kept)}
      />
      {copyOf && <CopyNote of={copyOf} />}
      <div className="grid items-start gap-x-7 gap-y-5 lg:grid-cols-[196px_minmax(0,1fr)] xl:grid-cols-[196px_minmax(0,1fr)_332px]">
        <FormRail open={open} onOpen={setOpen} saveNote={saveNote} />
        <form noValidate onSubmit={submit} className="grid min-w-0 gap-3">
          <SectionList open={open} onOpen={setOpen} />
          <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
            <p className="flex-1 text-muted-foreground text-sm">
              Nothing is charged until you accept an offer and pay into escrow.
            </p>
            <div className="flex flex-col-reverse gap-2 sm:flex-row">
              <Button variant="outline" asChild>
                <Link to={paths.clientDashboard}>Cancel</Link>
              </Button>
              <div className="grid lg:hidden">
                <DprPreview />
              </div>
              <Button type="submit" loading={create.isPending}>
                Post DPR
              </Button>
            </div>
          </div>
        </form>
        <Realistic />
      </div>
    </FormProvider>
  )
}

/** Members of a client organization; a visitor's text stays in the browser. */
function useKeepsDrafts(): boolean {
  const { status } = useAuth()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  return status === 'signed-in' && Boolean(viewer.data?.organization?.isClient)
}

/** "Data type is required, and 3 more fields need an answer." */
function missingSentence(errors: FieldErrors<DprFormInput>) {
  const inFormOrder = Object.keys(emptyDprForm) as (keyof DprFormInput)[]
  const messages = inFormOrder.flatMap((name) => messageIn(errors[name]) ?? [])
  const more = messages.length - 1
  if (more < 1) return `${messages[0] ?? 'Some fields need another look'}.`
  return `${messages[0]}, and ${more === 1 ? '1 more field needs' : `${more} more fields need`} an answer.`
}

/** The first one, of a field or of what is inside it. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.entries(error)
    .filter(([name]) => name !== 'ref')
    .map(([, inner]) => messageIn(inner))
    .find((message) => message !== undefined)
}

/** The server names places in the document that the rows amount to. */
const fieldOf = (name: string) =>
  (name.startsWith('dataContract') ? 'dataContract' : name) as FieldPath<DprFormInput>

function CopyNote({ of }: { of: { id: string; title: string; isOwn: boolean } }) {
  return (
    <p className="mb-5 flex items-start gap-2.5 rounded-md border bg-sunken px-4 py-3 text-base">
      <Copy className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span>
        {of.isOwn ? 'A copy of' : 'Begun from what is asked in'}{' '}
        <Link to={of.isOwn ? paths.dpr(of.id) : paths.marketRequest(of.id)} className="link">
          {of.title}
        </Link>{' '}
        (<span className="mono">{of.id}</span>). Change what has changed, then post it.
      </span>
    </p>
  )
}

type KeptTextOf = { draftId?: string; copyOf?: { id: string } }

/** Each draft and each copy has a text of its own. */
const keptName = ({ draftId, copyOf }: KeptTextOf) =>
  ['create-dpr', draftId ?? copyOf?.id].filter(Boolean).join('.')

/** Keeps a request in the browser until a draft holds it: on the way through sign-in, and over a lost session. */
function KeptText({ name }: { name: string }) {
  usePersistedForm(useFormContext<DprFormInput>(), name)
  return null
}
