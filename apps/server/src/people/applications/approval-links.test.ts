import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market } = await useMarket({}, { mailConfirm: true })
const sql = (text: string, values: unknown[] = []) =>
  market.platform.db.transaction(system, async (tx) => {
    return (await tx.executeQuery<{ text_body: string }>(CompiledQuery.raw(text, values))).rows
  })

/** Approves an application, and returns the ID and the secret of the mail's link. */
async function approve(email: string) {
  const { error } = await market.supabase.from('business_applications').insert({
    business_name: 'Halden Retail Group',
    business_email: email,
    contact_person: 'Amara Okafor',
    business_address: '1 Harbor Road',
    city: 'Oslo',
    country: 'other',
    industry: 'retail',
    business_description: 'Shops.',
    status: 'pending',
  })
  expect(error).toBeNull()
  const { api } = await market.staff()
  const { items } = await api.applications.list({ status: 'pending', limit: 20 })
  const id = items.find(({ businessEmail }) => businessEmail === email)!.id
  const { organizationId } = await api.applications.approve({ id, roles: ['client'] })
  const [mail] = await sql(
    `select text_body from app.mails where recipient = $1 and text_body like '%#approval=%'`,
    [email],
  )
  const token = /\/auth\?tab=sign-up#approval=([\w-]{43})/.exec(mail?.text_body ?? '')?.[1] ?? ''
  return { organizationId: organizationId ?? '', token }
}

const signUp = (email: string, organizationId: string, approval: string) =>
  market.supabase.auth.signUp({
    email,
    password: 'a long password',
    options: {
      data: { first_name: 'Amara', last_name: 'Okafor', organization_id: organizationId, approval },
    },
  })

const { visitor } = market
const closed = { code: 'approval_link_closed' }

it('fills in the sign-up, proves the address without another mail, and makes the first administrator', async () => {
  const { organizationId, token } = await approve('amara@halden.test')
  expect(await visitor.applications.approvalLink({ token })).toEqual({
    businessName: 'Halden Retail Group',
    organizationId,
    email: 'amara@halden.test',
    contactPerson: 'Amara Okafor',
    isFirst: true,
  })
  const { data, error } = await signUp('amara@halden.test', organizationId, token)
  expect(error).toBeNull()
  expect(data.user?.user_metadata).not.toHaveProperty('approval')
  const viewer = await market.apiFor(data.session?.access_token ?? '').organizations.viewer()
  expect(viewer).toMatchObject({ membership: 'active', organization: { organizationId } })
  expect(viewer.roles).toContain('admin')

  await expect(visitor.applications.approvalLink({ token })).rejects.toMatchObject(closed)
  const again = await signUp('second@halden.test', organizationId, token)
  expect(again.error?.code).toBe('approval_link_closed')
})

it('serves no other address and no other organization, and stays open for its own', async () => {
  const [own, other] = [await approve('own@halden.test'), await approve('other@halden.test')]
  for (const [email, organizationId] of [
    ['guest@halden.test', own.organizationId],
    ['own@halden.test', other.organizationId],
  ] as const)
    expect((await signUp(email, organizationId, own.token)).error?.code).toBe(
      'approval_link_closed',
    )
  expect((await signUp('own@halden.test', own.organizationId, own.token)).data.session).toBeTruthy()
})

it('takes the address back from whoever signed up with it before and could not confirm it', async () => {
  const { organizationId, token } = await approve('squatted@halden.test')
  await market.supabase.auth.signUp({
    email: 'squatted@halden.test',
    password: 'the password of a squatter',
    options: { data: { first_name: 'Sly', last_name: 'Guest', organization_id: organizationId } },
  })
  const { data, error } = await signUp('squatted@halden.test', organizationId, token)
  expect(error).toBeNull()
  const viewer = await market.apiFor(data.session?.access_token ?? '').organizations.viewer()
  expect(viewer).toMatchObject({ membership: 'active', organization: { organizationId } })
  const squatter = await market.supabase.auth.signInWithPassword({
    email: 'squatted@halden.test',
    password: 'the password of a squatter',
  })
  expect(squatter.error?.code).toBe('invalid_credentials')
})

it('ends after 14 days, and with the account of its address, alike to an invented one', async () => {
  const late = await approve('late@halden.test')
  await sql(`update app.approval_links set expires_at = now() where email = 'late@halden.test'`)
  for (const token of [late.token, 'x'.repeat(43)]) {
    await expect(visitor.applications.approvalLink({ token })).rejects.toMatchObject(closed)
    expect((await signUp('late@halden.test', late.organizationId, token)).error?.code).toBe(
      'approval_link_closed',
    )
  }
  const known = await approve('known@halden.test')
  await market.platform.db.transaction(system, (tx) =>
    market.app.auth.createUser(tx, { email: 'known@halden.test', password: 'a long password' }),
  )
  const { error } = await signUp('known@halden.test', known.organizationId, known.token)
  expect(error?.code).toBe('user_already_exists')
})
