/** Says which calls are open to visitors, who have neither a session nor a key. */

/** Lists the reads for which a caller has to be signed in, by procedure or by noun. */
const closedReads = new Set([
  'admin',
  'applications',
  'audit',
  'events',
  'jobs',
  'mails',
  'settings',
  'support',
  'samples',
  'keys',
  'webhooks',
  'legal.listOwn',
  'legal.listOfOrganization',
  'market.savedSearches',
  'organizations.listInvitations',
  'organizations.receivedInvitations',
  'payouts.listAttention',
  'transparency.check',
])

/** Lists the changes that visitors may make; links are to files of the samples. */
const openChanges = new Set([
  'support.open',
  'deliveries.convert',
  'deliveries.checksumsLink',
  'deliveries.fileLink',
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
  return !closedReads.has(noun) && !closedReads.has(procedure)
}
