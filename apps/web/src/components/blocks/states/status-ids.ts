import type {
  AdjustmentState,
  ApiKey,
  ApplicationStatus,
  ApprovalState,
  ContractStatus,
  DeliveryStatus,
  DisputeStatus,
  DprInvitation,
  DprStatus,
  EarningStatus,
  JobState,
  ListingStatus,
  MailState,
  MarketLabel,
  Membership,
  MoneyStatus,
  OfferRejection,
  OfferStatus,
  OrganizationStatus,
  PaymentState,
  PayoutState,
  ProposalStatus,
  RevisionPhase,
  SettlementStatus,
  SubscriptionState,
  SubscriptionStatus,
  TicketPriority,
  TicketStatus,
  WebhookDelivery,
  WebhookEndpoint,
  WorkStatus,
} from '@semblance/contract'

/** Maps each domain to its statuses, as the API returns them. */
export type StatusIds = {
  adjustment: AdjustmentState
  approval: ApprovalState
  application: ApplicationStatus
  company: 'verified'
  contract: ContractStatus
  dataSubscription: SubscriptionStatus
  dispute: DisputeStatus
  dpr: DprStatus | 'draft'
  earning: EarningStatus
  listing: ListingStatus
  revision: RevisionPhase
  endpoint: WebhookEndpoint['state'] | 'failing'
  factor: 'on' | 'off'
  invitation: DprInvitation['state']
  invoice: 'open' | 'paid' | 'void'
  job: JobState
  key: ApiKey['state']
  mail: MailState
  market: MarketLabel
  member: Membership | 'unconfirmed'
  money: MoneyStatus
  offer: OfferStatus | OfferRejection
  organization: OrganizationStatus
  payment: PaymentState
  payout: PayoutState
  priority: Extract<TicketPriority, 'high' | 'urgent'>
  proposal: ProposalStatus
  settlement: SettlementStatus
  subscription: SubscriptionState
  term: 'agreed' | 'pending'
  ticket: TicketStatus
  twin: DeliveryStatus
  webhook: WebhookDelivery['state']
  work: WorkStatus
}
export type StatusDomain = keyof StatusIds
export type StatusId<Domain extends StatusDomain> = StatusIds[Domain]
