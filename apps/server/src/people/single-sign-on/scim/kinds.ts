/** The two kinds of resources that a directory keeps, users and groups. */
import type { Directory } from './access.ts'
import * as groupQueries from './group-queries.ts'
import { createGroup, removeGroup, replaceGroup } from './groups.ts'
import type { Attributes } from './patch.ts'
import * as queries from './queries.ts'
import { groupForm, parseResource, toGroup, toUser, userForm } from './resources.ts'
import { createUser, removeUser, replaceUser } from './users.ts'

export type Row = { id: string; version: number }

/** Holds what differs between users and groups. */
export type Kind<R extends Row, Form> = {
  nameAttribute: string
  /** Lists what a PATCH may change. */
  attributes: Attributes
  parse: (resource: unknown) => Form
  lock: (directory: Directory, id: string) => Promise<R | undefined>
  list: (
    directory: Directory,
    match: queries.Place['match'],
    page: { offset: number; limit: number },
  ) => Promise<R[]>
  count: (directory: Directory) => Promise<number>
  show: (directory: Directory, rows: R[]) => Promise<Record<string, unknown>[]>
  create: (directory: Directory, form: Form) => Promise<R>
  replace: (directory: Directory, row: R, form: Form) => Promise<R>
  remove: (directory: Directory, row: R) => Promise<void>
}

export const users: Kind<queries.UserRow, ReturnType<typeof userForm.parse>> = {
  nameAttribute: 'userName',
  attributes: {
    ...{ userName: [], externalId: [], displayName: [], title: [], active: [] },
    name: ['givenName', 'familyName', 'formatted'],
    emails: ['value', 'type', 'primary'],
  },
  parse: (resource) => parseResource(userForm, resource),
  lock: ({ tx, organization }, id) => queries.lockUser(tx, organization, id),
  list: ({ tx, organization }, match, page) => queries.listUsers(tx, { organization, match }, page),
  count: ({ tx, organization }) => queries.countUsers(tx, organization),
  show: async ({ base }, rows) => rows.map((row) => toUser(row, base)),
  create: createUser,
  replace: replaceUser,
  remove: removeUser,
}

export const groups: Kind<groupQueries.GroupRow, ReturnType<typeof groupForm.parse>> = {
  nameAttribute: 'displayName',
  attributes: { displayName: [], externalId: [], members: ['value'] },
  parse: (resource) => parseResource(groupForm, resource),
  lock: ({ tx, organization }, id) => groupQueries.lockGroup(tx, organization, id),
  list: ({ tx, organization }, match, page) =>
    groupQueries.listGroups(tx, { organization, match }, page),
  count: ({ tx, organization }) => groupQueries.countGroups(tx, organization),
  show: async ({ tx, base }, rows) => {
    const members = await groupQueries.listMembers(
      tx,
      rows.map(({ id }) => id),
    )
    const of = (id: string) =>
      members.filter(({ group_id }) => group_id === id).map((member) => member.id)
    return rows.map((row) => toGroup(row, of(row.id), base))
  },
  create: createGroup,
  replace: replaceGroup,
  remove: removeGroup,
}
