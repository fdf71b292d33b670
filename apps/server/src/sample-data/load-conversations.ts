/** Loads what the parties of sample requests have written and proposed to each other. */
import { sides } from '@semblance/contract'
import { attachFile } from '../core/attachments/service.ts'
import {
  approveProposal,
  backfillReads,
  messageFiles,
  openConversation,
  propose,
  rejectProposal,
  sendMessage,
} from '../market/negotiation/service.ts'
import type { Ctx } from '../platform/http/context.ts'
import type { SampleIds } from './sample-ids.ts'
import { findConversation, findRequest, findTerms } from './sample-queries.ts'
import { conversations, type Talk, type TalkStep } from './seed/seed.ts'

const MINUTE_MS = 60_000

export async function loadConversations(cast: SampleIds): Promise<void> {
  for (const talk of conversations) await loadTalk(cast, talk)
}

/** Enters how far each side has read; requires the accounts. */
export async function loadReads({ tx, idOf }: SampleIds): Promise<void> {
  for (const { title, unread, ...keys } of conversations) {
    const parties = { client: idOf(keys.client), vendor: idOf(keys.vendor) }
    const conversation = await findConversation(tx, { ...parties, title })
    for (const side of sides)
      await backfillReads(tx, conversation, {
        organization: parties[side],
        side,
        unread: unread[side],
        writer: `${side}@sample.test`,
      })
  }
}

async function loadTalk({ tx, now, acting, idOf }: SampleIds, talk: Talk): Promise<void> {
  const contextOf = ({ by, minutesAgo }: TalkStep) =>
    acting(talk[by], new Date(now.getTime() - minutesAgo * MINUTE_MS))
  const dprId = await findRequest(tx, talk.title, idOf(talk.client))
  const { id: conversationId, offerId } = await openConversation(contextOf(talk.steps[0]!), {
    dprId,
    vendorId: idOf(talk.vendor),
  })
  let pending = ''
  for (const step of talk.steps) {
    const ctx = contextOf(step)
    if ('say' in step) await say(ctx, conversationId, step)
    else if ('answer' in step)
      await (step.answer === 'approve'
        ? approveProposal(ctx, { proposalId: pending })
        : rejectProposal(ctx, { proposalId: pending, reason: step.reason }))
    else {
      const { id } = await propose(ctx, {
        conversationId,
        revision: (await findTerms(tx, offerId!)).revision,
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
  { say: body, file }: Extract<TalkStep, { say: string }>,
): Promise<void> {
  const attached = file && {
    placeId: conversationId,
    fileName: file.name,
    body: new Blob([file.text]).stream(),
  }
  const attachmentIds = attached ? [(await attachFile(ctx, messageFiles, attached)).id] : []
  await sendMessage(ctx, { conversationId, body, attachmentIds })
}
