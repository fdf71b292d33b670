import { sides } from '@semblance/contract'
import { enterNotice } from '../notifications/service.ts'
import type { Cast } from './cast.ts'
import { deliveredTitle, notices } from './notices.ts'
import { findRequest } from './queries.ts'
import { findSampleReader } from './service.ts'

const HOUR_MS = 3_600_000

export async function loadNotices({ tx, idOf }: Cast): Promise<void> {
  const download = `/download/${await findRequest(tx, deliveredTitle, idOf('halden'))}`
  for (const side of sides) {
    const userId = (await findSampleReader(tx, side))!
    for (const { hoursAgo, path, ...notice } of notices[side]) {
      const at = new Date(Date.now() - hoursAgo * HOUR_MS)
      await enterNotice(tx, { ...notice, userId, path: path ?? download, at })
    }
  }
}
