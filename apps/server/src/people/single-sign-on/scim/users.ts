/** Users of a directory. Every call is about those of one organization. */
import { domainOf } from '../../../core/auth/service.ts'
import * as settings from '../queries.ts'
import { type Directory, endAccess, restoreAccess } from './access.ts'
import * as queries from './queries.ts'
import { emailOf, ScimRefusal, type UserForm } from './resources.ts'

/** Creates a user, who becomes a member at the first sign-in; a member of this address is linked at once. */
export async function createUser(directory: Directory, form: UserForm): Promise<queries.UserRow> {
  const { tx, organization } = directory
  const email = await ownEmail(directory, form)
  const earlier = await queries.findUserByEmail(tx, organization, email)
  if (earlier?.removed_at) return await createAgain(directory, earlier, form)
  const member = await queries.findMember(tx, organization, email)
  const row = await queries.insertUser(tx, {
    ...columnsOf(form),
    organization,
    email,
    user_id: member?.user_id ?? null,
    is_active: true,
  })
  if (!row) throw new ScimRefusal(409, 'There is a user of this name or address.', 'uniqueness')
  if (form.active) return row
  await endAccess(directory, row)
  return await get(directory, row.id)
}

/** Creates a user under an address that the directory had deleted; the member behind it comes back. */
async function createAgain(
  directory: Directory,
  earlier: queries.UserRow,
  form: UserForm,
): Promise<queries.UserRow> {
  const { tx } = directory
  await requireFreeName(directory, earlier, form)
  const row = await queries.updateUser(tx, earlier.id, { ...columnsOf(form), removed_at: null })
  if (form.active) await restoreAccess(directory, row)
  return await get(directory, row.id)
}

export async function replaceUser(
  directory: Directory,
  row: queries.UserRow,
  form: UserForm,
): Promise<queries.UserRow> {
  const { tx, organization } = directory
  const email = emailOf(form)
  const isBeginning = form.active && !row.is_active
  if (email !== row.email || isBeginning) await ownEmail(directory, form)
  await requireFreeName(directory, row, form)
  // A person who has come keeps the address: another one would be another person's.
  if (row.user_id !== null && email !== row.email)
    throw new ScimRefusal(400, 'The address of a member does not change.', 'mutability')
  const other = await queries.findUserByEmail(tx, organization, email)
  if (other && other.id !== row.id)
    throw new ScimRefusal(409, 'There is a user of this address.', 'uniqueness')
  const changed = await queries.updateUser(tx, row.id, { ...columnsOf(form), email })
  if (isBeginning) await restoreAccess(directory, changed)
  if (!form.active && row.is_active) await endAccess(directory, changed)
  return await get(directory, row.id)
}

/** Ends the access of a user and forgets the user; one whose ending waits for an administrator is kept until then. */
export async function removeUser(directory: Directory, row: queries.UserRow): Promise<void> {
  if (row.is_active) await endAccess(directory, row)
  // The row of a member stays, so that the directory may begin the membership again under the same address.
  if (row.user_id === null) await queries.deleteUser(directory.tx, row.id)
  else await queries.removeUser(directory.tx, row.id)
}

async function get({ tx, organization }: Directory, id: string): Promise<queries.UserRow> {
  const row = await queries.lockUser(tx, organization, id)
  if (!row) throw new ScimRefusal(404, 'There is no such user.')
  return row
}

async function ownEmail({ tx, organization }: Directory, form: UserForm): Promise<string> {
  const email = emailOf(form)
  if (!(await settings.ownsDomain(tx, organization, domainOf(email))))
    throw new ScimRefusal(
      400,
      'The address is not at a domain that you have proved.',
      'invalidValue',
    )
  return email
}

async function requireFreeName(
  { tx, organization }: Directory,
  row: queries.UserRow,
  { userName }: UserForm,
): Promise<void> {
  if (await queries.isUserNamed(tx, organization, userName, row.id))
    throw new ScimRefusal(409, 'There is a user of this name.', 'uniqueness')
}

function columnsOf({ userName, externalId, active: _, ...attributes }: UserForm) {
  return {
    user_name: userName,
    external_id: externalId ?? null,
    attributes: JSON.stringify(attributes),
  }
}
