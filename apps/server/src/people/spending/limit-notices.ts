/** Notices of changes of what is paid without an approval. */
import type { Limits, SpendingRules } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { findPayer, listApprovers } from './queries.ts'
import { limitText } from './rule-values.ts'

export const rulesPath = '/organization-settings'

/** Says which limits have changed, one sentence each. */
function changesOf(before: SpendingRules, rules: SpendingRules): string[] {
  return (['organization', 'member'] as const)
    .map((of) => ({ of, from: limitText(before[of]), to: limitText(rules[of]) }))
    .filter(({ from, to }) => from !== to)
    .map(
      ({ of, from, to }) =>
        `${of === 'member' ? 'Each member' : 'The organization'}: ${to}, before: ${from}.`,
    )
}

/** Notifies the other administrators and approvers of a change of what is paid without them. */
export async function tellOfRules(
  ctx: Ctx,
  organization: string,
  { before, rules }: { before: SpendingRules; rules: SpendingRules },
): Promise<void> {
  const changes = changesOf(before, rules)
  if (changes.length === 0) return
  const { who, others } = await lookUp(ctx, organization)
  for (const userId of others)
    await notify(ctx, {
      userId,
      type: 'payment',
      title: 'Approval rule changed',
      message: [`${who} has changed what is paid without an approval.`, ...changes].join(' '),
      path: rulesPath,
      mail: true,
    })
}

type Raised = { of: 'organization' | 'member'; from: Limits; to: Limits }

/** Asks the other administrators and approvers to confirm higher limits. */
export async function tellOfRaise(ctx: Ctx, organization: string, raised: Raised): Promise<void> {
  const { who, others } = await lookUp(ctx, organization)
  const whose = raised.of === 'organization' ? 'the organization' : who
  for (const userId of others)
    await notify(ctx, {
      userId,
      type: 'payment',
      title: 'Higher limit to confirm',
      message: `${who} asks for higher limits of ${whose}: ${limitText(raised.to)}, now: ${limitText(raised.from)}. Confirm or decline them.`,
      path: rulesPath,
      mail: true,
    })
}

/** Writes to the caller, as the only one who may approve, that higher limits count without another person. */
export async function tellOfRaiseAlone(ctx: Ctx, { of, from, to }: Raised): Promise<void> {
  const { userId } = ctx.actor
  if (!userId) return
  await notify(ctx, {
    userId,
    type: 'payment',
    title: 'Higher limit set',
    message: `${of === 'organization' ? 'The organization' : 'Your own payments'}: ${limitText(to)}, before: ${limitText(from)}. Nobody else in your organization may approve, so it counts at once. If this was not you, set it back and change your password.`,
    path: rulesPath,
    mail: true,
  })
}

type Decided = { state: 'confirmed' | 'declined'; askedBy: string; of: Raised['of'] }

/** Notifies the one who wanted higher limits of the decision. */
export async function tellOfDecision(ctx: Ctx, { state, askedBy, of }: Decided): Promise<void> {
  const whose = of === 'organization' ? 'of the organization' : 'of your own'
  await notify(ctx, {
    userId: askedBy,
    type: 'payment',
    title: state === 'confirmed' ? 'Higher limit confirmed' : 'Higher limit declined',
    message:
      state === 'confirmed'
        ? `The limits ${whose} that you asked for count from now on.`
        : `The limits ${whose} stay as they are.`,
    path: rulesPath,
    mail: true,
  })
}

/** Returns the caller's name, and the other people who may approve. */
async function lookUp({ tx, actor }: Ctx, organization: string) {
  return await withSystemRole(tx, async () => {
    const payer = actor.userId && (await findPayer(tx, actor.userId, organization))
    const people = await listApprovers(tx, organization)
    return {
      who: payer ? payer.name : 'An administrator',
      others: people.map((each) => each.user_id).filter((userId) => userId !== actor.userId),
    }
  })
}
