import { zodResolver } from '@hookform/resolvers/zod'
import { applicantAnswerForm } from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { dateTime } from '@/lib/format.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { paths } from '@/paths.ts'
import { ApplicantDocuments } from './applicant-documents.tsx'
import { ClosedLink, LinkState } from './mail-link.tsx'

/** Shows the question that a mailed link was made for, and takes the one answer. */
export function AnswerQuestion({ token }: { token: string }) {
  return token === '' ? <Closed /> : <Asked token={token} />
}

function Asked({ token }: { token: string }) {
  const query = useQuery({
    ...orpc.applications.question.queryOptions({ input: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <LinkState
      query={query}
      errorTitle="The question did not load"
      closedBy="question_closed"
      closed={<Closed />}
    >
      {(asked) => <Answer token={token} asked={asked} />}
    </LinkState>
  )
}

const Closed = () => (
  <ClosedLink title="This link is of no more use">
    It takes one answer. It ends with that, with a newer question, or with the decision.
  </ClosedLink>
)

type AnswerProps = {
  token: string
  asked: { businessName: string; question: string; asksDocument: boolean; askedAt: Date }
}

function Answer({ token, asked: { businessName, question, asksDocument, askedAt } }: AnswerProps) {
  const form = useForm({
    resolver: zodResolver(applicantAnswerForm),
    defaultValues: { answer: '' },
  })
  const { formState, handleSubmit, register } = form
  const forget = usePersistedForm(form, 'application-answer')
  const answer = useMutation(
    orpc.applications.answer.mutationOptions({
      onSuccess: forget,
      onError: (error) => notifyProblem('Not sent', error),
    }),
  )
  if (answer.isSuccess)
    return (
      <div className="card p-5 md:p-6" role="status">
        <h2 className="font-semibold text-lg">Your answer has arrived</h2>
        <p className="mt-2 text-md text-muted-foreground">
          The review of {businessName} goes on. We write to you by e-mail once it is decided, or if
          another question comes up.
        </p>
        <Button asChild size="lg" className="mt-5">
          <Link to={paths.home}>Return to Home</Link>
        </Button>
      </div>
    )
  return (
    <div className="grid gap-5">
      <form
        noValidate
        className="card grid gap-5 p-5 md:p-6"
        onSubmit={handleSubmit((values) => answer.mutate({ token, ...values }))}
      >
        <UnsavedGuard when={formState.isDirty && !answer.isPending} onLeave={forget} />
        <div>
          <p className="text-muted-foreground text-sm">
            About {businessName}, <TimeText at={askedAt} show={dateTime} />
          </p>
          <p className="mt-2 whitespace-pre-line text-md [overflow-wrap:anywhere]">{question}</p>
        </div>
        <Field
          label="Your answer"
          required
          hint={
            asksDocument
              ? 'Add the document below first. The answer can be sent once; the review goes on with it.'
              : 'It can be sent once. The review waits for it, and goes on with it.'
          }
          error={formState.errors.answer?.message}
        >
          {(control) => <Textarea {...control} rows={6} maxLength={5000} {...register('answer')} />}
        </Field>
        <Button type="submit" size="lg" className="justify-self-start" loading={answer.isPending}>
          Send Answer
        </Button>
      </form>
      <ApplicantDocuments token={token} isAskedFor={asksDocument} />
    </div>
  )
}
