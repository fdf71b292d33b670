import { type DprQuestion, dprCan } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { AnswerForm } from './answer-form.tsx'
import { AskForm } from './ask-form.tsx'

export const questionsQuery = (dprId: string) =>
  orpc.dprs.questions.infiniteOptions({
    input: (cursor: string | undefined) => ({ dprId, cursor }),
    ...byCursor,
  })

type DprQuestionsProps = { dprId: string; className?: string }

/** Shows bidders' questions and the client's answers, to all who may see the request. */
export function DprQuestions({ dprId, className }: DprQuestionsProps) {
  const box = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const dpr = useQuery(orpc.dprs.get.queryOptions({ input: { dprId } })).data
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  const query = useInfiniteQuery(questionsQuery(dprId))
  const isHere = query.isSuccess
  // Notices lead here; what they speak of may be below the fold.
  useEffect(() => {
    if (isHere && hash === '#questions') box.current?.scrollIntoView({ block: 'start' })
  }, [isHere, hash])

  const isLive = dpr !== undefined && dprCan.ask(dpr.status)
  const mayAsk =
    isLive &&
    !dpr.isOwn &&
    viewer !== undefined &&
    (!viewer.userId || viewer.organization?.isVendor)
  return (
    <div ref={box} id="questions" className="scroll-mt-16">
      <Panel
        title="Questions and answers"
        description={
          dpr?.isOwn
            ? 'Bidders see each question and your answer, not who asked.'
            : 'Everyone who can see this request sees them. Only the client sees who asked.'
        }
        className={className}
      >
        <PagedList
          query={query}
          errorTitle="The questions did not load"
          empty={<p className="text-base text-muted-foreground">{noQuestions(dpr?.isOwn)}</p>}
          plain
          moreLabel="Show earlier questions"
        >
          {(questions) => (
            <ul className="divide-y border-y">
              {questions.map((question) => (
                <Question key={question.id} question={question} isToOwn={Boolean(dpr?.isOwn)} />
              ))}
            </ul>
          )}
        </PagedList>
        {mayAsk && (
          <MayCall procedure="dprs.ask">
            <AskForm dprId={dprId} />
          </MayCall>
        )}
      </Panel>
    </div>
  )
}

const noQuestions = (isOwn = false) =>
  isOwn ? 'No questions yet. Vendors can ask while the request takes offers.' : 'No questions yet.'

type QuestionProps = {
  question: DprQuestion
  /** True if the reader is the client who answers it. */
  isToOwn: boolean
}

function Question({ question, isToOwn }: QuestionProps) {
  const mayCall = useMayCall('dprs.answer')
  const mayAnswer = isToOwn && question.answer === null && mayCall
  const asker = question.isOwn ? 'You' : (question.askedBy ?? 'A vendor')
  return (
    <li className="py-4">
      <p className="text-muted-foreground text-sm">
        <span className="font-medium text-foreground">{asker}</span> asked{' '}
        <TimeText at={question.createdAt} />
      </p>
      <p className="mt-0.5 max-w-[72ch] whitespace-pre-line font-medium text-base [overflow-wrap:anywhere]">
        {question.question}
      </p>
      {question.answer && (
        <div className="mt-2.5 border-primary border-l-2 pl-3">
          <p className="text-muted-foreground text-sm">
            {isToOwn ? 'Your answer' : 'Answer of the client'},{' '}
            {question.answeredAt && <TimeText at={question.answeredAt} />}
          </p>
          <p className="mt-0.5 max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
            {question.answer}
          </p>
        </div>
      )}
      {!question.answer && !mayAnswer && (
        <p className="mt-1.5 text-muted-foreground text-sm">Not answered yet.</p>
      )}
      {mayAnswer && <AnswerForm question={question} />}
    </li>
  )
}
