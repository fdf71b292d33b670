/** Describes each group of operations. */
const descriptions: Record<string, string> = {
  admin: 'Organizations, people and figures of the whole platform.',
  applications: 'Applications of businesses to join.',
  audit: 'What staff and administrators did.',
  banking: 'The account that payouts go to.',
  billing: 'The plan of an organization, its charges and how they are paid.',
  books: 'Accounts, entries, adjustments and what figures consist of.',
  certificates: 'Signed certificates of deliveries, which verify without an account.',
  claims: 'The figures of the marketplace that are shown in public.',
  companies: 'Profiles and reviews of organizations.',
  contracts: 'Agreed deals and what is to be delivered.',
  conversations: 'Files in conversations.',
  dashboards: 'The figures of an organization at a glance.',
  deliveries: 'Datasets from their originals to their release.',
  disputes: 'Disagreements about a contract, their evidence and their settlement.',
  dprs: 'Requests for data, their drafts, questions and invitations.',
  earnings: "A vendor's earnings by contract and period.",
  estimates: 'The accuracy that a price pays for.',
  events: 'A stream of what changes.',
  findings: 'What the platform measured about a claim in a dispute.',
  invoices: 'Invoices and their documents.',
  jobs: 'Work in the background.',
  keys: 'Keys of service accounts, by which programs act.',
  legal: 'Legal documents and who accepted which version.',
  licenses: 'Licenses of delivered data, with their policies.',
  mails: 'Mail that the platform sent.',
  market: 'Open requests, suggestions and saved searches.',
  milestones: 'Dates agreed for a contract.',
  negotiation: 'Conversations, messages and proposed terms.',
  notifications: "The caller's notifications.",
  offers: 'Offers on requests, sent and received.',
  organizations: 'The own organization, its members and invitations.',
  payments: 'Payments into escrow.',
  payouts: "Payouts to a vendor's account.",
  previews: 'A few rows and figures of a dataset, before and after delivery.',
  samples: 'The sample marketplace.',
  search: 'Search over what the caller may see.',
  settings: 'The own profile, sessions and account.',
  sources: 'Data sources and the privacy that their twins have spent.',
  stripe: 'Accounts at the payment provider.',
  support: 'Tickets to the support.',
  timelines: 'What happened to a contract.',
  transparency: 'The public log of all steps and its proofs.',
  uploads: 'Files on their way in, by the tus protocol.',
  webhooks: 'Endpoints that events are sent to, and the log of what was sent.',
}

/** Returns the description of a group. Throws for a group without one. */
export function describeTag(name: string): string {
  const description = descriptions[name]
  if (!description) throw new Error(`The group ${name} of the API has no description.`)
  return description
}
