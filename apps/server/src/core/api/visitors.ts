/** Says which calls are open to visitors, who have neither a session nor a key. */

/** Lists the nouns whose reads visitors may call; those of all others are for callers who are signed in. */
const openNouns = new Set([
  'banking',
  'billing',
  'books',
  'certificates',
  'claims',
  'companies',
  'contracts',
  'dashboards',
  'deliveries',
  'disputes',
  'dossiers',
  'dprs',
  'earnings',
  'estimates',
  'draws',
  'findings',
  'insights',
  'invoices',
  'legal',
  'licenses',
  'listings',
  'market',
  'negotiation',
  'notifications',
  'offers',
  'organizations',
  'payments',
  'payouts',
  'previews',
  'scores',
  'search',
  'shipments',
  'sources',
  'stripe',
  'timelines',
  'transparency',
  'twins',
])

/** Lists the reads of open nouns for which a caller has to be signed in, next to those of staff. */
const closedReads = new Set([
  'deliveries.profiles',
  'legal.listOfOrganization',
  'legal.listOwn',
  'market.savedSearches',
  'notifications.pushKey',
  'organizations.listInvitations',
  'organizations.receivedInvitations',
  'payouts.listAttention',
  'shipments.files',
  'transparency.check',
  'twins.profiles',
])

/** Lists the changes that visitors may make; links are to files of the samples. */
const openChanges = new Set([
  'support.open',
  'applications.question',
  'applications.answer',
  'applications.documents',
  'applications.removeDocument',
  'applications.status',
  'applications.approvalLink',
  'deliveries.convert',
  'deliveries.checksumsLink',
  'deliveries.fileLink',
  'deliveries.readTable',
  'deliveries.archiveLink',
])

/**
 * Returns true if a visitor may call a procedure. Visitors read the market, and the samples of everything
 * else where there are some; what is there for them is up to the procedure.
 */
export function isOpenToVisitors(procedure: string, method: string | undefined): boolean {
  if (method?.toUpperCase() !== 'GET') return openChanges.has(procedure)
  const [noun = '', second] = procedure.split('.')
  if (second === 'staff') return false
  return openNouns.has(noun) && !closedReads.has(procedure)
}
