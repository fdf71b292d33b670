import { sides } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { attachFile } from '../attachments/service.ts'
import {
  approveProposal,
  messageFiles,
  openConversation,
  propose,
  rejectProposal,
  sendMessage,
} from '../negotiation/service.ts'
import type { Cast } from './cast.ts'
import { type Step, type Talk, talks } from './conversations.ts'
import { findConversation, findRequest, findRevision, insertReads } from './queries.ts'

const MINUTE_MS = 60_000

export async function loadConversations(cast: Cast): Promise<void> {
  const now = Date.now()
  for (const talk of talks) {
    const by = ({ by, minutesAgo }: Step) =>
      cast.acting(talk[by], new Date(now - minutesAgo * MINUTE_MS))
    await loadTalk(cast, talk, by)
  }
}

/** Once the accounts are there: who has read what. */
export async function loadReads({ tx, idOf }: Cast): Promise<void> {
  for (const { title, unread, ...keys } of talks) {
    const parties = { client: idOf(keys.client), vendor: idOf(keys.vendor) }
    const conversation = await findConversation(tx, { ...parties, title })
    for (const side of sides) {
      const reader = { organization: parties[side], side }
      await insertReads(tx, conversation, reader, unread?.[side] ?? 0)
    }
  }
}

async function loadTalk({ idOf }: Cast, talk: Talk, acting: (step: Step) => Ctx): Promise<void> {
  const first = acting(talk.steps[0]!)
  const dprId = await findRequest(first.tx, talk.title, idOf(talk.client))
  const vendorId = idOf(talk.vendor)
  const { id: conversationId, offerId } = await openConversation(first, { dprId, vendorId })
  let pending = ''
  for (const step of talk.steps) {
    const ctx = acting(step)
    if ('say' in step) await say(ctx, conversationId, step)
    else if ('answer' in step)
      await (step.answer === 'approve'
        ? approveProposal(ctx, pending)
        : rejectProposal(ctx, { proposalId: pending, reason: step.reason }))
    else {
      const { id } = await propose(ctx, {
        conversationId,
        revision: await findRevision(ctx.tx, offerId!),
        changes: 'counter' in step ? step.counter : step.propose,
        counters: 'counter' in step ? pending : undefined,
        note: step.note,
      })
      pending = id
    }
  }
}

async function say(
  ctx: Ctx,
  conversationId: string,
  { say: body, file }: Extract<Step, { say: string }>,
): Promise<void> {
  const attachmentIds: string[] = []
  if (file) {
    const stream = new Blob([file.text]).stream()
    const { id } = await attachFile(ctx, messageFiles, {
      placeId: conversationId,
      fileName: file.name,
      body: stream,
    })
    attachmentIds.push(id)
  }
  await sendMessage(ctx, { conversationId, body, attachmentIds })
}
