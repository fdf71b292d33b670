import type { DataClaim, KeyScope, Permission, Role } from '@semblance/contract'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import type { Secrets } from '../security/secrets.ts'

/** Holds the resources of a process, one of each. */
export type Platform = {
  config: Config
  db: Database
  secrets: Secrets
  log: Log
  hooks: Hooks
  /** Looks TXT records up; absent: at the name servers of the system. */
  resolveTxt?: (host: string) => Promise<string[][]>
}

/**
 * Lets later areas react to changes in earlier ones, which must not import them. Each hook runs in the
 * transaction of the change; an error it throws undoes the change.
 */
export type Hooks = {
  onOrganizationCreated: (ctx: SystemCtx, organizationId: string) => Promise<void>
  /** A person became a member by a decision of the organization's administrators, or ceased to be one. */
  onMembershipDecided: (
    ctx: SystemCtx,
    decided: { organization: string; userId: string; isMember: boolean },
  ) => Promise<void>
  onContractPriceChanged: (
    ctx: SystemCtx,
    change: { contractId: string; oldPriceCents: bigint },
  ) => Promise<void>
  /**
   * An offer is about to be accepted. Keeps the listing or the subscription that it was drawn from, if any, until the
   * transaction ends; returns why it cannot be bought any more, null if it can.
   */
  onAcceptance: (ctx: SystemCtx, offerId: string) => Promise<PurchaseObstacle | null>
  /** The price of a listed twin is in escrow. */
  onPurchaseFunded: (ctx: SystemCtx, contractId: string) => Promise<void>
  /** Claims about delivered data came with a dispute's opening. */
  onDataClaimed: (ctx: Ctx, change: { disputeId: string; claims: DataClaim[] }) => Promise<void>
  onDeliveryReady: (
    ctx: SystemCtx,
    change: { contractId: string; deliveryId: string },
  ) => Promise<void>
  /** A twin that was measured for a listing is made and certified. */
  onTwinMeasured: (ctx: SystemCtx, deliveryId: string) => Promise<void>
  onDeliveryAccepted: (ctx: SystemCtx, change: { contractId: string }) => Promise<void>
  /** A procedure that changes something has run for its caller. */
  onProcedureRun: (ctx: Ctx, call: ProcedureRun) => Promise<void>
}

export type PurchaseObstacle = 'listing_not_for_sale' | 'listing_changed' | 'revision_closed'

/** Names a procedure (`offers.accept`) with its input as sent and its answer. */
export type ProcedureRun = { procedure: string; input: unknown; output: unknown }

/**
 * Describes the caller. A visitor has no user; with sample data on, a visitor reads the sample
 * organizations.
 */
export type Actor = {
  userId: string | null
  /** Holds the caller's session. Absent if the platform itself acts for a user. */
  sessionId?: string
  /** Holds the key that the caller acts by; absent for people. */
  key?: { id: string; limitCents: bigint; scopes: readonly KeyScope[]; expiresAt: Date }
  /** Set while the platform answers by rules that the user has stated. */
  byRules?: true
  /** Holds when the person last proved who they are in this session. */
  provedAt?: Date | null
  email: string | null
  roles: readonly Role[]
  /** Lists the caller's permissions within its organization; none without one. */
  may: readonly Permission[]
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

/** Describes the context of every service call: one transaction under the actor's role. */
export type Ctx = { tx: Tx; actor: Actor; now: Date; platform: Platform }

/**
 * Describes the context without an actor: in a job, a bank's answer, or a step that either party
 * may cause.
 */
export type SystemCtx = Pick<Ctx, 'tx' | 'now' | 'platform'>
