/** The sample accounts: made with the first set, put back as they were with every later one. Their sessions go on. */
import { type Auth, restoreAccount } from '../auth/service.ts'
import {
  admit,
  dismiss,
  makeStaff,
  placeInOrganization,
  updateOwnProfile,
} from '../profiles/service.ts'
import type { Cast } from './cast.ts'
import { companies } from './companies.ts'
import { type Person, people, samplePassword } from './people.ts'
import { backdatePerson } from './queries.ts'
import { findAccount } from './set-queries.ts'

export async function loadAccounts(
  cast: Cast,
  { createUser }: Pick<Auth, 'createUser'>,
): Promise<void> {
  for (const person of people) {
    const known = await findAccount(cast.tx, person.email)
    const id = known ?? (await signUp(cast, createUser, person))
    if (known) await restore(cast, known, person)
    await give(cast, id, person)
    await backdatePerson(cast.tx, id, person.sinceDays)
  }
}

async function signUp(
  { tx }: Cast,
  createUser: Auth['createUser'],
  { email, company, first_name, last_name, job_title }: Person,
): Promise<string> {
  const organization = company && companies[company]
  const { id } = await createUser(tx, {
    email,
    password: samplePassword,
    metadata: {
      first_name,
      last_name,
      job_title,
      company_name: organization?.name ?? 'Semblance',
      organization_id: organization?.organization_id ?? '',
    },
  })
  return id
}

async function restore({ tx, idOf }: Cast, id: string, person: Person): Promise<void> {
  const { company, first_name, last_name, job_title } = person
  await restoreAccount(tx, id, samplePassword)
  await updateOwnProfile(tx, id, { first_name, last_name, job_title, phone: null })
  if (company) await placeInOrganization(tx, id, idOf(company))
}

/** Roles and membership, whatever a sign-up has given already. */
async function give({ tx }: Cast, id: string, { company, standing }: Person): Promise<void> {
  if (!company) return await makeStaff(tx, id)
  if (standing === 'waiting') return
  await admit(tx, id, companies[company], standing === 'administrator' ? ['admin'] : [])
  if (standing === 'deactivated') await dismiss(tx, id, 'deactivated')
}
