/** Sends notifications to browsers by their push services (RFC 8030), sealed for the browser alone (RFC 8291). */
import webPush from 'web-push'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Jobs } from '../../platform/process/jobs.ts'
import { createAddressGuard } from '../../platform/security/address-guard.ts'
import { type Outcome, postGuarded } from '../../platform/security/guarded-post.ts'
import { pushKeys } from './push-keys.ts'
import {
  deleteSubscription,
  findPush,
  noteAnswer,
  noteSilence,
  type QueuedPush,
  retryPush,
} from './push-subscriptions.ts'

const TIMEOUT_MS = 5000
/** Sets how long a push service keeps what a closed browser did not fetch. */
const TTL_SECONDS = 24 * 3600
const MINUTE_MS = 60_000
/** Lists the waits before further tries; after the last, the notice is in the list alone. */
const retryDelaysMs = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/** The statuses by which a push service says that the browser is gone. */
const GONE = new Set<number | null>([404, 410])

export function noticeJobs(platform: Platform): Jobs {
  return {
    'notice.push': async (payload, { abortSignal }) => {
      const push = payload as QueuedPush
      const { db, config } = platform
      const found = await db.transaction(system, (tx) => findPush(tx, push))
      if (!found) return
      const request = sealed(platform, found)
      if (!request)
        return await db.transaction(system, (tx) => deleteSubscription(tx, push.browser))
      const outcome = await postGuarded(request, {
        guard: createAddressGuard(config.webhookNetworks),
        timeoutMs: TIMEOUT_MS,
        signal: abortSignal,
      })
      await settle(platform, { push, found, outcome })
    },
  }
}

/** Stores what came of a push. A try that was cut off is repeated; one that got no answer in time is not, as it holds a place. */
async function settle(
  { db }: Platform,
  { push, found, outcome }: { push: QueuedPush; found: Found; outcome: Outcome | null },
): Promise<void> {
  if (outcome?.failure === null && found.silences === 0) return
  await db.transaction(system, async (tx) => {
    if (outcome?.failure === 'timeout') return await noteSilence(tx, push.browser)
    if (outcome && found.silences > 0) await noteAnswer(tx, push.browser)
    if (outcome?.failure === null) return
    if (outcome && GONE.has(outcome.status)) return await deleteSubscription(tx, push.browser)
    const delayMs = retryDelaysMs[push.tries]
    if (delayMs === undefined) return
    await retryPush(tx, push, {
      userId: found.user_id,
      runAt: new Date(Date.now() + delayMs),
    })
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof findPush>>>

/**
 * Seals what a notice says: its title, and where it leads. What it says beyond that, such as amounts and names, is read
 * in the application. Null for keys that are none.
 */
function sealed(
  { config, secrets }: Pick<Platform, 'config' | 'secrets'>,
  { id, title, path, endpoint, p256dh, auth }: Found,
) {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ id, title, path }),
      {
        vapidDetails: { subject: subjectOf(config), ...pushKeys(secrets) },
        TTL: TTL_SECONDS,
        topic: id.replaceAll('-', ''),
      },
    )
    return {
      url: endpoint,
      body: body ?? '',
      headers: {
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
        'user-agent': 'Semblance-Push/1',
      },
    }
  } catch {
    return null
  }
}

/** Returns how a push service reaches the operator: the site, or the sender of its mail where that is not public. */
function subjectOf({ publicUrl, mailFrom }: Platform['config']): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
