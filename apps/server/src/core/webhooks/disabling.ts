/** Disables an endpoint that is gone or does not answer, on record and with a mail to administrators. */
import { webhookPatienceDays } from '@semblance/contract'
import type { Ctx } from '../../platform/http/context.ts'
import { audit } from '../../platform/security/audit.ts'
import { notify } from '../notifications/service.ts'
import { disableEndpoint } from './endpoint-queries.ts'

const reasons = {
  gone: 'It answered 410, which says that it is gone.',
  unanswered: `For ${webhookPatienceDays} days no event reached it.`,
}

/** Does nothing for an endpoint that is disabled already. Requires the system role. */
export async function endEndpoint(
  ctx: Pick<Ctx, 'tx' | 'platform'>,
  id: string,
  as: keyof typeof reasons,
): Promise<void> {
  const ended = await disableEndpoint(ctx.tx, id, as)
  if (!ended) return
  const { organization, url } = ended
  await audit(ctx.tx, {
    actor: 'system',
    action: 'webhook.disable',
    object: `webhook:${id}`,
    detail: { organization, as },
  })
  await notify(ctx, {
    organizationId: organization,
    audience: 'administrators',
    type: 'system',
    title: 'A webhook endpoint was disabled',
    message: `${new URL(url).host} gets no more webhooks. ${reasons[as]} What still waits for it is sent once an administrator enables it on the page Developers, if that is within 30 days of the event; events from now on are not kept for it.`,
    path: '/developers?tab=webhooks',
    mail: true,
  })
}
