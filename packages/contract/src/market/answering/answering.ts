/** Automatic answers to proposals: what a party states, sees and stops. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { sides } from '../../core/sides.ts'
import { requirements, terms } from '../terms.ts'
import { answerRules, statedRules } from './rules.ts'

/**
 * Lists what becomes of rules: only rules that are on answer. `ended_here`, `left_to_people` and `spent` say it of a
 * vendor's offer; a client's rules stay on for the other vendors.
 */
export const answeringStates = [
  'none',
  'on',
  'stopped',
  'offer_changed',
  'member_gone',
  'closed',
  'ended_here',
  'left_to_people',
  'spent',
] as const
export type AnsweringState = (typeof answeringStates)[number]

export const answering = z.object({
  side: z.enum(sides),
  dprId: z.string(),
  /** The vendor's live offer; null for a client, whose rules answer every offer on the request. */
  offerId: z.string().nullable(),
  state: z.enum(answeringStates),
  /** The rules as last stated; they are shown to the organization that stated them, and to no one else. */
  rules: answerRules.nullable(),
  /** The member in whose name is answered; null without rules and once the account is deleted. */
  memberName: z.string().nullable(),
  statedAt: z.date().nullable(),
  /** True where a client's rules reach a price above what their member may spend now: people answer there, the rules below. */
  isPartlyOverLimit: z.boolean(),
  /** Counts the automatic proposals and approvals of the organization on this request. */
  answersMade: z.number().int(),
  asked: requirements,
  /** The terms of the vendor's offer, which are its opening; null for a client. */
  offered: terms.nullable(),
})
export type Answering = z.infer<typeof answering>

const byRequest = z.object({ dprId: z.string().max(40) })

export const answeringProcedures = {
  get: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/answering',
      summary: "The organization's own rules for automatic answers on a request",
    })
    .input(byRequest)
    .output(answering),
  /** Replaces rules stated before. Answers made by then count; what waits is answered at once if the rules have an answer to it. */
  set: oc
    .route({
      method: 'PUT',
      path: '/dprs/{dprId}/answering',
      summary: 'Have proposals answered by rules',
    })
    .input(byRequest.extend({ rules: statedRules }))
    .output(answering),
  stop: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/answering/stop',
      summary: "Stop the organization's automatic answers on a request",
    })
    .input(byRequest)
    .output(z.void()),
  /** Ends the automatic answers of both parties in a conversation for good; either party may. */
  endInConversation: oc
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/answering/end',
      summary: 'Leave the further answers in a conversation to people',
    })
    .input(z.object({ conversationId: z.uuid() }))
    .output(z.void()),
}
