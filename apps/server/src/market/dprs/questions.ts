/**
 * Manages the questions of bidders and the client's answers. Only the client and the asker can see
 * the asker's name.
 */
import { type DprQuestion, dprCan, MAX_OPEN_QUESTIONS } from '@semblance/contract'
import { requireMemberOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { marketReader } from './access.ts'
import { findDpr } from './queries.ts'
import {
  countOpenQuestions,
  findQuestionOf,
  getQuestion,
  insertQuestion,
  listInterestedVendors,
  listQuestions,
  type QuestionRow,
  setAnswer,
} from './question-queries.ts'

/** Limits how many characters of a question or an answer a notification repeats. */
const QUOTED_LENGTH = 160

export async function listDprQuestions(
  ctx: Ctx,
  input: { dprId: string; cursor?: string; limit: number },
) {
  marketReader(ctx)
  const dpr = await findDpr(ctx.tx, input.dprId)
  if (!dpr) throw new AppError('not_found')
  const rows = await listQuestions(ctx.tx, dpr.id, input)
  const items = rows.slice(0, input.limit).map((row) => toQuestion(ctx, row))
  return { items, nextCursor: rows.length > input.limit ? (items.at(-1)?.id ?? null) : null }
}

export async function askQuestion(
  ctx: Ctx,
  { dprId, question }: { dprId: string; question: string },
): Promise<DprQuestion> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const dpr = await findDpr(ctx.tx, dprId)
  if (!dpr) throw new AppError('not_found')
  if (dpr.client === vendor) throw new AppError('own_dpr')
  if (!dprCan.ask(dpr.status)) throw new AppError('dpr_closed')
  if ((await countOpenQuestions(ctx.tx, dpr.id, vendor)) >= MAX_OPEN_QUESTIONS)
    throw new AppError('questions_waiting')
  const { client, title } = dpr
  const asked_by = ctx.actor.userId
  const id = await insertQuestion(ctx.tx, { dpr_id: dpr.id, client, vendor, asked_by, question })
  await notify(ctx, {
    organizationId: client,
    type: 'offer',
    title: 'New question on your request',
    message: `${ctx.actor.organization!.name} asks about ${title}: “${quoted(question)}”`,
    path: `/dpr-details/${dpr.id}#questions`,
    mail: true,
  })
  await publish(ctx.tx, [{ organization: client }, { organization: vendor }], {
    topic: 'dpr.changed',
    id: dpr.id,
  })
  return toQuestion(ctx, await getQuestion(ctx.tx, id))
}

export async function answerQuestion(
  ctx: Ctx,
  { questionId, answer }: { questionId: string; answer: string },
): Promise<DprQuestion> {
  const client = requireMemberOrganization(ctx, 'client')
  const question = await findQuestionOf(ctx.tx, questionId, client)
  if (!question) throw new AppError('not_found')
  if (!(await setAnswer(ctx.tx, question.id, answer, ctx.now)))
    throw new AppError('question_answered')
  const vendors = await withSystemRole(ctx.tx, () => listInterestedVendors(ctx.tx, question.dpr_id))
  for (const organizationId of vendors)
    await notify(ctx, {
      organizationId,
      type: 'offer',
      title: 'A question was answered',
      message: `The client answered a question about ${question.title}: “${quoted(answer)}”`,
      path: `/dpr-details/${question.dpr_id}#questions`,
    })
  await publish(
    ctx.tx,
    [client, ...vendors].map((organization) => ({ organization })),
    { topic: 'dpr.changed', id: question.dpr_id },
  )
  return toQuestion(ctx, await getQuestion(ctx.tx, question.id))
}

const quoted = (text: string) =>
  text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH).trimEnd()}…` : text

function toQuestion({ actor }: Ctx, row: QuestionRow): DprQuestion {
  const isOwn = row.vendor === actor.readsAs.vendor
  const mayKnow = isOwn || row.client === actor.readsAs.client
  return {
    id: row.id,
    question: row.question,
    answer: row.answer,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    isOwn,
    askedBy: mayKnow ? (row.vendor_name ?? 'Closed account') : null,
  }
}
