/** The sample accounts: made with the first set, put back as they were with every later one. Their sessions go on. */
import { sides } from '@semblance/contract'
import { type Auth, restoreAccount } from '../core/auth/service.ts'
import { insertNotification } from '../core/notifications/service.ts'
import {
  activateMember,
  assignOrganization,
  backdateProfile,
  findSampleReader,
  findUserByEmail,
  grantStaffRole,
  removeMember,
  updateOwnProfile,
} from '../core/profiles/service.ts'
import { saveSearch } from '../market/marketplace/service.ts'
import { backfillOfferViews } from '../market/offers/service.ts'
import { acceptAtSignUp, assignAcceptances, versionsFor } from '../people/legal/service.ts'
import { daysBefore, type SampleIds } from './sample-ids.ts'
import { findRequest } from './sample-queries.ts'
import {
  notices,
  organizations,
  password,
  people,
  requests,
  type SamplePerson,
  savedSearches,
} from './seed/seed.ts'

const HOUR_MS = 3_600_000

export async function loadAccounts(
  cast: SampleIds,
  { createUser }: Pick<Auth, 'createUser'>,
): Promise<void> {
  for (const person of people) {
    const known = await findUserByEmail(cast.tx, person.email)
    const id = known ?? (await signUp(cast, createUser, person))
    if (known) await restore(cast, known, person)
    await admit(cast, id, person)
    await backdateProfile(cast.tx, id, daysBefore(cast, person.sinceDays))
  }
}

async function signUp(
  { tx, platform }: SampleIds,
  createUser: Auth['createUser'],
  { email, company, first_name, last_name, job_title }: SamplePerson,
): Promise<string> {
  const profile = company && organizations[company].profile
  const { id } = await createUser(tx, {
    email,
    password,
    metadata: {
      first_name,
      last_name,
      job_title,
      company_name: profile?.name ?? 'Semblance',
      organization_id: profile?.organization_id ?? '',
    },
  })
  const accepted = versionsFor(platform.config, 'sign_up')
  await acceptAtSignUp(tx, platform.config, { userId: id, address: null, accepted })
  return id
}

async function restore({ tx, idOf }: SampleIds, id: string, person: SamplePerson): Promise<void> {
  const { company, first_name, last_name, job_title } = person
  await restoreAccount(tx, id, password)
  await updateOwnProfile(tx, id, { first_name, last_name, job_title, phone: null })
  if (company) await assignOrganization(tx, id, idOf(company))
}

/** Gives roles and membership, also over those that a sign-up has given. */
async function admit(
  { tx, idOf }: SampleIds,
  id: string,
  { company, standing }: SamplePerson,
): Promise<void> {
  if (!company) return await grantStaffRole(tx, id)
  if (standing === 'waiting') return
  const organization = { ...organizations[company].profile, id: idOf(company) }
  await activateMember(tx, id, organization, { isAdmin: standing === 'administrator' })
  await assignAcceptances(tx, id, idOf(company))
  if (standing === 'deactivated') await removeMember(tx, id, 'deactivated')
}

/** Loads what belongs to people: looks at offers, saved searches, notifications. */
export async function loadBelongings(cast: SampleIds): Promise<void> {
  const { tx, now, acting, idOf } = cast
  await backfillOfferViews(tx, idOf('halden'))
  const vendor = acting('meridian', now)
  const userId = await findSampleReader(tx, 'vendor')
  for (const search of savedSearches)
    await saveSearch({ ...vendor, actor: { ...vendor.actor, userId } }, search)
  const download = `/download/${await findWaiting(cast)}`
  for (const side of sides) {
    const reader = (await findSampleReader(tx, side))!
    for (const { hoursAgo, path, ...notice } of notices[side]) {
      const at = new Date(now.getTime() - hoursAgo * HOUR_MS)
      await insertNotification(tx, { ...notice, userId: reader, path: path ?? download, at })
    }
  }
}

/** Finds the request whose delivery waits for the sample client. */
async function findWaiting({ tx, idOf }: SampleIds): Promise<string> {
  const waits = ({ delivery, outcome }: { delivery?: unknown; outcome?: string }) =>
    delivery !== undefined && outcome === 'funded'
  const { title } = requests.find(
    ({ client, offers }) => client === 'halden' && offers.some(waits),
  )!
  return await findRequest(tx, title, idOf('halden'))
}
