/** Automatic answers: the rules that a party states for a request or its offer, and how it stops them. */
import {
  type Answering,
  type AnsweringState,
  type AnswerRules,
  dprCan,
  feeCents,
  PLATFORM_FEE_BPS,
  positionOf,
  rulesProblem,
  type Side,
  type StatedRules,
  scheduleEnd,
} from '@semblance/contract'
import { requireActingOrganization, requirePermission } from '../../core/api/service.ts'
import { resolveMember } from '../../core/profiles/service.ts'
import { isWithinLimitsOf } from '../../people/spending/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { readTalk, type Talk } from '../negotiation/service.ts'
import { requirementsOf, termsOf } from '../offers/service.ts'
import { idleIn, isEndedFor } from './idle.ts'
import {
  countAnswers,
  findLiveOffer,
  findMember,
  findRequest,
  findRules,
  type RulesRow,
  saveRules,
  stopRules,
} from './queries.ts'
import { rulesOf } from './rules-of.ts'

type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>
type Offer = Awaited<ReturnType<typeof findLiveOffer>>

/** Describes a request from the side of the caller's organization; `offer` is a vendor's own. */
type Standpoint = { request: Request; side: Side; own: string; offer: Offer | null }

/** Returns the caller's side of a request. Throws not_found to who has neither posted it nor sent an offer on it. */
async function standpointOf(ctx: Ctx, dprId: string): Promise<Standpoint> {
  const own = requireActingOrganization(ctx)
  const request = await withSystemRole(ctx.tx, () => findRequest(ctx.tx, dprId))
  if (request?.client === own && !request.listing_id)
    return { request, side: 'client', own, offer: null }
  const offer = await withSystemRole(ctx.tx, () => findLiveOffer(ctx.tx, dprId, own))
  if (!request || request.listing_id || !offer) throw new AppError('not_found')
  return { request, side: 'vendor', own, offer }
}

const permissionOf = (side: Side) => (side === 'client' ? 'request' : 'sell')

export async function getAnswering(ctx: Ctx, { dprId }: { dprId: string }): Promise<Answering> {
  return await present(ctx, await standpointOf(ctx, dprId))
}

/**
 * States rules in the caller's name. Throws dpr_closed and terms_fixed where nothing is negotiated any more, answering_ended
 * where people alone answer, and bad_input for rules whose answers would show a bound.
 */
export async function setAnswering(
  ctx: Ctx,
  { dprId, rules: stated }: { dprId: string; rules: StatedRules },
): Promise<Answering> {
  const standpoint = await standpointOf(ctx, dprId)
  const { request, side, own, offer } = standpoint
  requirePermission(ctx.actor, [permissionOf(side)])
  if (!dprCan.takeOffers(request.status)) throw new AppError('dpr_closed')
  if (offer && offer.status !== 'pending') throw new AppError('terms_fixed')
  if (isEndedHere(standpoint, await talkOf(ctx, standpoint))) throw new AppError('answering_ended')
  const rules = checkRules(standpoint, stated)
  await withSystemRole(ctx.tx, () =>
    saveRules(ctx.tx, {
      dpr_id: dprId,
      organization: own,
      side,
      offer_id: offer?.id ?? null,
      offer_revision: offer?.revision ?? null,
      user_id: ctx.actor.userId,
      opening_cents: rules.openingCents,
      price_bound_cents: rules.priceBoundCents,
      step_cents: rules.stepCents,
      answers: rules.answers,
      may_approve: rules.mayApprove,
      bounds: JSON.stringify(rules.bounds),
      stated_at: ctx.now,
    }),
  )
  // Another transaction may send a proposal at this moment: what waits is looked for after both.
  await enqueue(ctx.tx, 'proposal.answer', offer ? { offerId: offer.id } : { dprId })
  await announce(ctx, own, dprId)
  return await present(ctx, standpoint)
}

function checkRules({ request, side, offer }: Standpoint, stated: StatedRules): AnswerRules {
  const openingCents = offer ? offer.price_cents : stated.openingCents
  if (openingCents === undefined)
    throw new AppError('bad_input', {
      field: 'rules.openingCents',
      message: 'The first price is required',
    })
  const rules = { ...stated, openingCents }
  const asked = requirementsOf(request)
  const position = positionOf(side, offer ? termsOf(offer) : { ...asked, dataFormats: [] }, asked)
  const problem = rulesProblem(side, rules, position)
  if (problem) throw new AppError('bad_input', { ...problem, field: `rules.${problem.field}` })
  return rules
}

/** Stops the organization's answers on a request; one that is being made is made first. */
export async function stopAnswering(ctx: Ctx, { dprId }: { dprId: string }): Promise<void> {
  const { side, own } = await standpointOf(ctx, dprId)
  requirePermission(ctx.actor, [permissionOf(side)])
  await withSystemRole(ctx.tx, () => stopRules(ctx.tx, { dprId, organization: own }, ctx.now))
  await announce(ctx, own, dprId)
}

const announce = ({ tx }: Ctx, organization: string, dprId: string) =>
  publish(tx, { organization }, { topic: 'dpr.changed', id: dprId })

async function present(ctx: Ctx, standpoint: Standpoint): Promise<Answering> {
  const { request, side, own, offer } = standpoint
  return await withSystemRole(ctx.tx, async () => {
    const row = await findRules(ctx.tx, { dprId: request.id, organization: own })
    const member = row?.user_id ? await findMember(ctx.tx, row.user_id, ctx.now) : undefined
    const state = await stateOf(ctx, standpoint, row)
    return {
      side,
      dprId: request.id,
      offerId: offer?.id ?? null,
      state,
      isPartlyOverLimit: row && state === 'on' ? await reachesAbove(ctx, standpoint, row) : false,
      rules: row ? rulesOf(row) : null,
      memberName: member?.name ?? null,
      statedAt: row?.stated_at ?? null,
      answersMade: await countAnswers(ctx.tx, request.id, own, side),
      asked: requirementsOf(request),
      offered: offer ? termsOf(offer) : null,
    }
  })
}

/** Returns the negotiation of a vendor's offer; null for a client, whose rules answer many. */
const talkOf = async ({ tx }: Ctx, { offer }: Standpoint): Promise<Talk | null> =>
  offer ? await withSystemRole(tx, () => readTalk(tx, offer)) : null

const isEndedHere = ({ side, offer }: Standpoint, talk: Talk | null): boolean =>
  talk !== null && isEndedFor(talk, { side, offerId: offer?.id ?? null })

async function stateOf(
  ctx: Ctx,
  standpoint: Standpoint,
  row: RulesRow | undefined,
): Promise<AnsweringState> {
  const { request, offer } = standpoint
  const isOpen = dprCan.takeOffers(request.status) && (!offer || offer.status === 'pending')
  const talk = isOpen ? await talkOf(ctx, standpoint) : null
  if (isEndedHere(standpoint, talk)) return 'ended_here'
  if (!row) return 'none'
  if (row.stopped_at) return 'stopped'
  if (!isOpen) return 'closed'
  if (offer && (row.offer_id !== offer.id || row.offer_revision !== offer.revision))
    return 'offer_changed'
  const idle = talk && idleIn(talk, row)
  return idle ?? ((await mayStillAnswer(ctx, standpoint, row.user_id)) ? 'on' : 'member_gone')
}

/** Says whether a client's rules reach a price that is above what their member may spend now. Requires the system role. */
async function reachesAbove(
  { tx, now }: Ctx,
  { side, own }: Standpoint,
  row: RulesRow,
): Promise<boolean> {
  const { user_id: userId } = row
  if (side === 'vendor' || !userId) return false
  const priceCents = scheduleEnd(side, rulesOf(row))
  const amountCents = priceCents + feeCents(priceCents, PLATFORM_FEE_BPS)
  return !(await isWithinLimitsOf(tx, { userId, client: own, amountCents, now }))
}

async function mayStillAnswer(
  { tx, now, platform }: Ctx,
  { side, own }: Standpoint,
  userId: string | null,
): Promise<boolean> {
  if (!userId || (await findMember(tx, userId, now))?.isBarred !== false) return false
  const member = await resolveMember(tx, userId, { userId, email: null }, platform.config)
  return member.organization?.id === own && member.may.includes(permissionOf(side))
}
