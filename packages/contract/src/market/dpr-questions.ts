/**
 * Describes bidders' questions about a request and its client's answers, visible to all who may see
 * the request.
 */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { requiredText } from '../core/text.ts'

export const dprQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  answer: z.string().nullable(),
  createdAt: z.date(),
  answeredAt: z.date().nullable(),
  /** True if the caller's organization posted the question. */
  isOwn: z.boolean(),
  /** Visible to the client and to the author of the question; null for all other callers. */
  askedBy: z.string().nullable(),
})
export type DprQuestion = z.infer<typeof dprQuestion>

/** Limits the open questions of one vendor on one request. */
export const MAX_OPEN_QUESTIONS = 10

export const questionForm = z.object({ question: requiredText('Question', 2000) })
export const answerForm = z.object({ answer: requiredText('Answer', 5000) })

const byRequest = z.object({ dprId: z.string().max(40) })

export const questionProcedures = {
  questions: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/questions',
      summary: 'Questions and answers on a request, newest first',
    })
    .input(pageInput.extend({ ...byRequest.shape, cursor: z.uuid().optional() }))
    .output(pageOf(dprQuestion)),
  ask: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/questions',
      summary: 'Ask the client about a request (vendor)',
    })
    .input(questionForm.extend(byRequest.shape))
    .output(dprQuestion),
  answer: oc
    .route({
      method: 'POST',
      path: '/dpr-questions/{questionId}/answer',
      summary: 'Answer a question, once, for all bidders (client)',
    })
    .input(answerForm.extend({ questionId: z.uuid() }))
    .output(dprQuestion),
}
