/** Who was invited to a sample request, and what was asked and answered about it. */
import type { Ctx } from '../../platform/context.ts'
import { answerQuestion, askQuestion, inviteVendor } from '../dprs/service.ts'
import type { Cast } from './cast.ts'
import type { CompanyKey } from './companies.ts'
import { backdateInvitation, backdateQuestion } from './queries.ts'
import { invitations, questions } from './request-details.ts'

type Acting = {
  /** The client and the vendors, at a share of the time since the request was posted. */
  client: (share: number) => Ctx
  vendor: (key: CompanyKey, share: number) => Ctx
} & Pick<Cast, 'idOf'>

export async function loadThreads(
  { client, vendor, idOf }: Acting,
  { dprId, title }: { dprId: string; title: string },
): Promise<void> {
  for (const { vendor: key, message } of invitations[title] ?? []) {
    const vendorId = idOf(key)
    const ctx = client(0.05)
    await inviteVendor(ctx, { dprId, vendorId, message })
    await backdateInvitation(ctx.tx, dprId, vendorId, ctx.now)
  }
  for (const [index, asked] of (questions[title] ?? []).entries()) {
    const ctx = vendor(asked.vendor, 0.15 + 0.2 * index)
    const { id } = await askQuestion(ctx, { dprId, question: asked.question })
    await backdateQuestion(ctx.tx, id, ctx.now)
    if (asked.answer)
      await answerQuestion(client(0.25 + 0.2 * index), { questionId: id, answer: asked.answer })
  }
}
