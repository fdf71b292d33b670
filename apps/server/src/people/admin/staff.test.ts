import { describe, expect, it } from 'vitest'
import { PASSWORD, type Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { addStaff, removeStaff } from './staff.ts'

const { market } = await useMarket({})

const add = (email: string) =>
  market.platform.db.transaction(system, (tx) => addStaff(tx, market.app.auth, email))
const remove = (email: string) =>
  market.platform.db.transaction(system, (tx) => removeStaff(tx, email))
const actsAsStaff = ({ api }: Pick<Person, 'api'>) =>
  api.audit.list({ limit: 1 }).then(
    () => true,
    () => false,
  )
const auditOf = async (userId: string) =>
  (
    await market.platform.db.pool.query(
      `select action, actor, detail from app.audit_log where object = $1 order by seq`,
      [`user:${userId}`],
    )
  ).rows

describe('the operator', () => {
  it('makes a confirmed account staff, once, with an entry in the audit log', async () => {
    const ada = await market.stranger()
    expect(await add(ada.email.toUpperCase())).toEqual({ outcome: 'added' })
    expect(await actsAsStaff(ada)).toBe(true)
    expect(await add(ada.email)).toEqual({ outcome: 'already_staff' })
    expect(await auditOf(ada.userId)).toEqual([
      { action: 'staff.add', actor: null, detail: { actor: 'operator' } },
    ])
  })

  it('invites an address without an account; its link opens the account of staff', async () => {
    const email = 'grace@people.test'
    const first = await add(email)
    const second = await add(email)
    if (first.outcome !== 'invited' || second.outcome !== 'invited') throw new Error('no link')
    const visit = async (link: string) => {
      const { pathname, search } = new URL(link)
      const answer = await market.fetch(pathname + search, { redirect: 'manual' })
      const hash = new URL(answer.headers.get('location')!).hash.slice(1)
      return new URLSearchParams(hash).get('access_token')
    }
    expect(await visit(first.link)).toBeNull()
    const api = market.apiFor((await visit(second.link))!)
    expect(await actsAsStaff({ api })).toBe(true)
    expect(await add(email)).toEqual({ outcome: 'already_staff' })
  })

  it('leaves an account alone whose address nobody has confirmed', { tags: 'long' }, async () => {
    const email = 'mallory@people.test'
    await market.supabase.auth.signUp({ email, password: PASSWORD })
    expect(await add(email)).toEqual({ outcome: 'unconfirmed' })
    const { data } = await market.supabase.auth.signInWithPassword({ email, password: PASSWORD })
    expect(data.session).toBeNull()
  })

  it('dismisses staff, but not the last who can sign in', async () => {
    const [ada, ben] = [await market.staff(), await market.staff()]
    expect(await remove(ben.email)).toBe('removed')
    expect(await actsAsStaff(ben)).toBe(false)
    expect(await remove(ben.email)).toBe('not_staff')
    await market.platform.db.pool.query(
      `delete from user_roles where role = 'super_admin' and user_id <> $1`,
      [ada.userId],
    )
    await add('invited@people.test')
    expect(await remove(ada.email)).toBe('last_staff')
    expect(await actsAsStaff(ada)).toBe(true)
  })
})
