import type { Role } from '@semblance/contract'
import type { Config } from '../config.ts'
import type { Database, Tx } from './db.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'

/** What a process has one of. */
export type Platform = { config: Config; db: Database; secrets: Secrets; log: Log }

/** Who asks. A visitor has no user; where sample data is on, a visitor reads the sample organizations. */
export type Actor = {
  userId: string | null
  /** Absent where the platform itself acts for somebody. */
  sessionId?: string
  email: string | null
  roles: readonly Role[]
  isStaff: boolean
  membership: 'pending' | 'active' | 'deactivated' | 'rejected' | null
  /** The organization the actor may write for; null without an active membership of an active organization. */
  organization: {
    id: string
    name: string
    organizationId: string
    isClient: boolean
    isVendor: boolean
    isSample: boolean
  } | null
  /** The organizations on whose behalf the actor may read as a client and as a vendor. */
  readsAs: { client: string | null; vendor: string | null }
}

/** What every service works with: one transaction under the actor's role. */
export type Ctx = { tx: Tx; actor: Actor; now: Date; platform: Platform }

/** What is left where nobody in particular acts: a job, a bank's answer, or a step that either party may cause. */
export type SystemCtx = Pick<Ctx, 'tx' | 'now' | 'platform'>
