/** Says what a key may do: the scope of each procedure, derived from its noun and method. Pure. */

/** Names what a key may read or change, in plain words: `read` and `write` where there is such a scope. */
const nouns = {
  companies: { read: 'Read companies and their reviews', write: 'Review vendors, answer reviews' },
  contracts: {
    read: 'Read contracts, milestones and timelines',
    write: 'Add and change milestones',
  },
  dashboards: { read: 'Read dashboards' },
  datasets: { read: 'Open delivered tables in pandas and other readers of Delta Sharing' },
  deliveries: {
    read: 'Read and download deliveries, previews, certificates and reports',
    write:
      'Send deliveries back for changes or to a destination of the organization, draw more rows, state shipments',
    measure:
      'Deliver what was measured on own premises, which reserves and spends the privacy of a source',
  },
  disputes: {
    read: 'Read disputes and their findings',
    write: 'Open and answer disputes, add claims and evidence',
  },
  dprs: { read: 'Read requests, drafts and questions', write: 'Post and change requests' },
  earnings: { read: 'Read earnings and payouts' },
  events: { read: 'Follow the stream of events' },
  invoices: { read: 'Read invoices' },
  listings: {
    read: 'Read the catalog and own listings',
    write:
      'Draft, publish and withdraw listings, have data measured for one, which spends the privacy of its source',
  },
  market: { read: 'Read the marketplace' },
  negotiation: {
    read: 'Read conversations and terms',
    write: 'Send messages, propose and answer changes of terms',
  },
  offers: { read: 'Read offers', write: 'Send, change, withdraw and decline offers' },
  payments: { read: 'Read payments' },
  search: { read: 'Search everything of the organization' },
  subscriptions: { read: 'Read subscriptions', write: 'Open revisions, pause and resume' },
  sources: { read: 'Read privacy accounts of original data, and what connections of it may read' },
  support: { read: 'Read tickets that this key opened', write: 'Write to support' },
} as const

type Noun = keyof typeof nouns
type ScopeOf<N extends Noun> = `${N}:${keyof (typeof nouns)[N] & string}`
export type KeyScope = { [N in Noun]: ScopeOf<N> }[Noun] | 'deliver' | 'money'

/** Maps every scope of a key to what it permits, in plain words. */
export const keyScopes = {
  ...(Object.fromEntries(
    Object.entries(nouns).flatMap(([noun, words]) =>
      Object.entries(words).map(([verb, label]) => [`${noun}:${verb}`, label]),
    ),
  ) as Record<Exclude<KeyScope, 'deliver' | 'money'>, string>),
  deliver: 'Upload files and samples, review and submit deliveries',
  money: 'Accept offers, pay into escrow, release escrow and agree to settlements, up to the limit',
} satisfies Record<KeyScope, string>

export const keyScopeNames = Object.keys(keyScopes) as [KeyScope, ...KeyScope[]]

/** Names the scope that a call needs of a key; `any`: every key may make it; `never`: no key may. */
export type KeyAccess = KeyScope | 'any' | 'never'

/**
 * Lists what does not follow from noun and method: nouns under the scope of another one, what every
 * key or no key may do, and single procedures. A procedure stands before its noun.
 */
const exceptions: Readonly<Record<string, Noun | KeyAccess>> = {
  // Public facts, and who one is.
  claims: 'any',
  certificates: 'any',
  'certificates.list': 'deliveries:read',
  estimates: 'any',
  legal: 'any',
  licenses: 'any',
  transparency: 'any',
  'organizations.viewer': 'any',
  'organizations.get': 'any',
  // Nouns of one subject.
  'books.explain': 'payments:read',
  connections: 'sources',
  draws: 'deliveries',
  findings: 'disputes',
  insights: 'market',
  milestones: 'contracts',
  measurements: 'deliveries:measure',
  payouts: 'earnings',
  previews: 'deliveries',
  scores: 'companies',
  pushes: 'deliveries',
  shipments: 'deliveries',
  timelines: 'contracts',
  // Calls that change nothing but what is at hand.
  'deliveries.convert': 'deliveries:read',
  'deliveries.checksumsLink': 'deliveries:read',
  'deliveries.fileLink': 'deliveries:read',
  'deliveries.readTable': 'deliveries:read',
  'shipments.fileLink': 'deliveries:read',
  'deliveries.archiveLink': 'deliveries:read',
  'offers.markSeen': 'offers:read',
  'negotiation.markRead': 'negotiation:read',
  // Deliveries on their way.
  'deliveries.connect': 'deliver',
  'deliveries.forecast': 'deliver',
  'deliveries.inspect': 'deliver',
  'deliveries.reopen': 'deliver',
  'deliveries.submit': 'deliver',
  'deliveries.cancel': 'deliver',
  // Originals of a twin, their review and its refusal are read as those of deliveries are.
  twins: 'deliver',
  'twins.list': 'listings:read',
  'twins.get': 'deliveries:read',
  'twins.profiles': 'deliveries:read',
  'twins.start': 'listings:write',
  'twins.submit': 'listings:write',
  'previews.retrySample': 'deliver',
  'previews.removeSample': 'deliver',
  // Acts that bind the organization to pay, or move its money.
  'listings.buy': 'money',
  'subscriptions.start': 'money',
  'subscriptions.order': 'money',
  'subscriptions.cancel': 'money',
  'offers.accept': 'money',
  'payments.fund': 'money',
  'payments.cancel': 'money',
  'deliveries.release': 'money',
  'disputes.accept': 'money',
  'disputes.propose': 'money',
  'findings.propose': 'money',
  'answering.stop': 'negotiation:write',
  'answering.endInConversation': 'negotiation:write',
  // Left to people alone: access, accounts, ways of payment, and what is kept for a person.
  admin: 'never',
  'answering.get': 'never',
  'answering.set': 'never',
  applications: 'never',
  approvals: 'never',
  audit: 'never',
  banking: 'never',
  billing: 'never',
  'books.staff': 'never',
  'connections.add': 'never',
  'connections.remove': 'never',
  'connections.replaceSecret': 'never',
  'connections.test': 'never',
  'deliveries.staff': 'never',
  'disputes.staff': 'never',
  'findings.staff': 'never',
  jobs: 'never',
  'listings.staff': 'never',
  keys: 'never',
  'legal.accept': 'never',
  'legal.listOfOrganization': 'never',
  'legal.listOwn': 'never',
  mails: 'never',
  'market.changeSearch': 'never',
  'market.removeSearch': 'never',
  'market.saveSearch': 'never',
  'market.savedSearches': 'never',
  notifications: 'never',
  organizations: 'never',
  'payouts.listAttention': 'never',
  'payouts.retry': 'never',
  'payouts.setSchedule': 'never',
  'pushes.addDestination': 'never',
  'pushes.changeDestination': 'never',
  'pushes.readHostKey': 'never',
  'pushes.removeDestination': 'never',
  'pushes.replaceSecret': 'never',
  'pushes.testDestination': 'never',
  samples: 'never',
  'search.staff': 'never',
  settings: 'never',
  taxForms: 'never',
  'shipments.setAddress': 'never',
  signingKeys: 'never',
  singleSignOn: 'never',
  'sources.setLimit': 'never',
  spending: 'never',
  stripe: 'never',
  'support.getReceived': 'never',
  'support.received': 'never',
  'support.reply': 'never',
  'support.staff': 'never',
  'transparency.check': 'never',
  'transparency.openLog': 'never',
  webhooks: 'never',
}

/**
 * Returns what a procedure needs of a key, by its name (`offers.accept`) and HTTP method. Null for one
 * that neither the rule nor the table covers: no key may call it.
 */
export function keyAccessOf(procedure: string, method: string | undefined): KeyAccess | null {
  const [noun = '', second = ''] = procedure.split('.')
  const found = exceptions[procedure] ?? exceptions[`${noun}.${second}`] ?? exceptions[noun] ?? noun
  if (found === 'any' || found === 'never' || found in keyScopes) return found as KeyAccess
  const scope = `${found}:${method === 'GET' ? 'read' : 'write'}`
  return scope in keyScopes ? (scope as KeyScope) : null
}
