import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import {
  follow,
  fragmentOf,
  openSite,
  type Site,
} from '../../../../testing/fixtures/auth-fixtures.ts'
import { system } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/process/log.ts'
import { isBreachedPassword, isCommonPassword } from './known-passwords.ts'

const COMMON = 'Password1'
const refusal = { status: 400, body: { code: 'password_too_common', field: 'password' } }

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test('the list is taken in any case, without its license, and leaves the samples alone', async () => {
  expect(await isCommonPassword('123456')).toBe(true)
  expect(await isCommonPassword('LetMeIn')).toBe(true)
  expect(await isCommonPassword('semblance')).toBe(false)
  expect(await isCommonPassword('# Copyright (c) 2021 @zxcvbn-ts')).toBe(false)
  expect(await isCommonPassword('')).toBe(false)
})

describe('a common password is refused', () => {
  it('at sign-up', async () => {
    const json = { email: site.newEmail(), password: COMMON }
    expect(await site.ask('/signup', { json })).toMatchObject(refusal)
  })

  it('when it is changed', async () => {
    const { client } = await site.signedIn()
    const { error } = await client.auth.updateUser({ password: COMMON })
    expect(error).toMatchObject({ status: 400, code: 'password_too_common' })
  })

  it('after a recovery', async () => {
    const { email } = await site.signedIn()
    await site.ask('/recover', { json: { email } })
    const [mail] = await site.mailsTo(email)
    const { access_token: token } = fragmentOf(await follow(mail!.link))
    const change = { method: 'PUT', token: token!, json: { password: COMMON } }
    expect(await site.ask('/user', change)).toMatchObject(refusal)
    expect(
      await site.ask('/user', { ...change, json: { password: `rarer${COMMON}` } }),
    ).toMatchObject({ status: 200 })
  })

  it('for an invited user, and from the service role', async () => {
    const { email } = await site.signedIn()
    const admin = site.service().auth.admin
    const { data } = await admin.listUsers()
    const { id } = data.users.find((user) => user.email === email)!
    const answers = [
      await admin.createUser({ email: site.newEmail(), password: COMMON }),
      await admin.updateUserById(id, { password: COMMON }),
      await admin.generateLink({ type: 'signup', email: site.newEmail(), password: COMMON }),
    ]
    expect(answers.map(({ error }) => error?.code)).toEqual(Array(3).fill('password_too_common'))
    const invited = site.newEmail()
    await admin.inviteUserByEmail(invited)
    const [mail] = await site.mailsTo(invited)
    const { access_token: token } = fragmentOf(await follow(mail!.link))
    const change = { method: 'PUT', token: token!, json: { password: COMMON } }
    expect(await site.ask('/user', change)).toMatchObject(refusal)
  })

  it('but not at sign-in, where older accounts have one', async () => {
    const email = site.newEmail()
    await site.db.transaction(system, (tx) => site.auth.createUser(tx, { email, password: COMMON }))
    const { error } = await site.browser().auth.signInWithPassword({ email, password: COMMON })
    expect(error).toBeNull()
  })
})

describe('a look-up of stolen passwords', () => {
  const hashOf = (password: string) =>
    createHash('sha1').update(password).digest('hex').toUpperCase()
  let server: Server
  let breachUrl: string
  let asked: string[]
  let answer: string | null
  const warn = vi.fn()
  const log = { warn } as unknown as Log
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!)
      if (answer === null) return void response.writeHead(503).end()
      response.end(answer)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    breachUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`
    asked = []
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('finds one by the five first letters of its hash alone', async () => {
    const stolen = hashOf('a stolen password')
    answer = `${'0'.repeat(35)}:3\r\n${stolen.slice(5)}:12\r\n${hashOf('padding').slice(5)}:0`
    expect(await isBreachedPassword({ breachUrl, log }, 'a stolen password')).toBe(true)
    expect(await isBreachedPassword({ breachUrl, log }, 'padding')).toBe(false)
    expect(await isBreachedPassword({ breachUrl, log }, 'a rare password')).toBe(false)
    expect(asked[0]).toBe(`/range/${stolen.slice(0, 5)}`)
  })

  it('lets every password pass while it does not answer, and logs that once', async () => {
    answer = null
    const outcomes = [1, 2].map(() => isBreachedPassword({ breachUrl, log }, 'a stolen password'))
    expect(await Promise.all(outcomes)).toEqual([false, false])
    expect(warn).toHaveBeenCalledOnce()
  })

  it('refuses a stolen password at sign-up', async () => {
    answer = `${hashOf('a stolen password').slice(5)}:1`
    const strict = await openSite({ settings: { breachUrl } })
    const json = { email: strict.newEmail(), password: 'a stolen password' }
    expect(await strict.ask('/signup', { json })).toMatchObject(refusal)
    await strict.close()
  })
})
