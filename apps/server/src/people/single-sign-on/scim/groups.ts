/** Groups of a directory. Every call is about those of one organization. */
import { applyGroups } from '../groups.ts'
import type { Directory } from './access.ts'
import * as queries from './group-queries.ts'
import { type GroupForm, ScimRefusal } from './resources.ts'

export async function createGroup(
  { tx, organization }: Directory,
  form: GroupForm,
): Promise<queries.GroupRow> {
  const row = await queries.insertGroup(tx, {
    organization,
    name: form.displayName,
    external_id: form.externalId ?? null,
  })
  if (!row) throw new ScimRefusal(409, 'There is a group of this name.', 'uniqueness')
  await setMembers(tx, row, form.members, { isRenamed: false })
  return row
}

export async function replaceGroup(
  { tx, organization }: Directory,
  row: queries.GroupRow,
  form: GroupForm,
): Promise<queries.GroupRow> {
  if (await queries.isGroupNamed(tx, organization, form.displayName, row.id))
    throw new ScimRefusal(409, 'There is a group of this name.', 'uniqueness')
  const changed = await queries.updateGroup(tx, row.id, {
    name: form.displayName,
    external_id: form.externalId ?? null,
  })
  await setMembers(tx, changed, form.members, { isRenamed: row.name !== changed.name })
  return changed
}

export async function removeGroup({ tx }: Directory, row: queries.GroupRow): Promise<void> {
  const members = await queries.listMembers(tx, [row.id])
  await queries.deleteGroup(tx, row.id)
  await applyAll(tx, row.organization, members)
}

type Tx = Directory['tx']

/** Replaces the members of a group; those who came or left get the roles of their groups, on a new name all do. */
async function setMembers(
  tx: Tx,
  row: queries.GroupRow,
  members: string[],
  { isRenamed }: { isRenamed: boolean },
): Promise<void> {
  const { organization, id: groupId } = row
  const before = await queries.listMembers(tx, [groupId])
  if (!(await queries.replaceMembers(tx, { organization, groupId, members })))
    throw new ScimRefusal(400, 'members: one is no user of yours.', 'invalidValue')
  const after = await queries.listMembers(tx, [groupId])
  const without = (some: typeof before, others: typeof before) => {
    const ids = new Set(others.map(({ id }) => id))
    return some.filter(({ id }) => !ids.has(id))
  }
  const changed = [...without(before, after), ...without(after, before)]
  await applyAll(tx, organization, isRenamed ? [...before, ...after] : changed)
}

async function applyAll(
  tx: Tx,
  organization: string,
  members: { user_id: string | null }[],
): Promise<void> {
  const userIds = new Set(members.map((member) => member.user_id).filter((id) => id !== null))
  for (const userId of userIds) await applyGroups(tx, { userId, organization })
}
