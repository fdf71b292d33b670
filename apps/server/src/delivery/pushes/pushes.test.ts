/** Tests pushes against an SFTP server and a bucket of this process: what arrives, what fails, who may do what. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs as runDue, skipBackoff } from '../../../testing/drain-jobs.ts'
import { startObjectStore } from '../../../testing/fakes/object-store.ts'
import { useSftpServer } from '../../../testing/fakes/sftp-server.ts'
import { receiverNetworks } from '../../../testing/fakes/webhook-receiver.ts'
import { expectRefusal, fundedDeal, release } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Delivered, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { listAutomatic } from './destination-queries.ts'
import { runPush } from './run-push.ts'
import { queueOf } from './service.ts'

const { market, client, vendor, other } = await useMarket(
  { client: 'client', vendor: 'vendor', other: 'client' },
  receiverNetworks,
)
const sftp = await useSftpServer()
const store = await startObjectStore()
afterAll(() => store.close())
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const sftpForm = (change: object = {}) => ({
  kind: 'sftp' as const,
  name: 'Warehouse',
  isAutomatic: false,
  host: '127.0.0.1',
  port: sftp.port,
  username: 'semblance',
  folder: '/in/twins',
  hostKey: sftp.hostKey,
  secret: { by: 'password' as const, password: sftp.password },
  ...change,
})
const newKeys = {
  by: 'secret_key' as const,
  accessKeyId: `${store.settings.keyId}2`,
  secretAccessKey: store.settings.secret,
}
const s3Form = (change: object = {}) => ({
  kind: 's3' as const,
  name: 'Lake',
  isAutomatic: false,
  endpoint: store.settings.endpoint,
  region: store.settings.region,
  bucket: 'lake',
  folder: 'twins',
  isPathStyle: true,
  accessKeyId: store.settings.keyId,
  secret: { by: 'secret_key' as const, secretAccessKey: store.settings.secret },
  ...change,
})

let admin: Person
let stranger: Person
let deal: Delivered
beforeAll(async () => {
  admin = await market.colleague(client, 'administrator')
  stranger = await market.colleague(other, 'administrator')
  const funded = await fundedDeal(client, vendor)
  await sql(`update offers set delivery_method = 'sftp' where id = $1`, [funded.offerId])
  const { uploadId } = await submit(market, vendor, funded.contractId)
  deal = { ...funded, client, vendor, uploadId }
})

const pushesOf = async (api: Api = client.api) =>
  (await api.pushes.list({ contractId: deal.contractId, limit: 50 })).items
const pushTo = async (destinationId: string) =>
  (await pushesOf()).find((push) => push.destinationId === destinationId)
const send = (destinationId: string, api: Api = client.api) =>
  api.pushes.send({ contractId: deal.contractId, destinationId })
const stateOf = async (id: string) =>
  (await admin.api.pushes.destinations({ limit: 50 })).items.find((one) => one.id === id)
const noticesOf = async (person: Person) =>
  (await person.api.notifications.list({ limit: 50, side: 'client' })).items.map(
    ({ title }) => title,
  )
/** Works off all that is due; a run may end while the queue of another push is still locked. */
async function runJobs(of: typeof market) {
  for (let run = 0; run < 3; run++) await runDue(of)
}
/** Tries again as if the wait were over. */
async function tryAgain() {
  await skipBackoff(market)
  await runJobs(market)
}
const sentFiles = () => [...sftp.files.keys()].filter((path) => path.includes(deal.contractId))

it('a delivery agreed by SFTP goes there when it is ready, whole, with its certificate beside it', async () => {
  const { id } = await admin.api.pushes.addDestination(sftpForm({ isAutomatic: true }))
  expect([...sftp.files.keys()]).toEqual([]) // the file of the test is gone
  await runJobs(market)
  const folder = `/in/twins/${deal.contractId}/delivery-1`
  const { files } = await client.api.deliveries.dataset({ dprId: deal.dprId })
  const names = [...files.map(({ name }) => name), 'certificate.jws', 'SHA256SUMS']
  expect(sentFiles().sort()).toEqual(names.map((name) => `${folder}/${name}`).sort())
  for (const { name, sha256 } of files) {
    const content = sftp.files.get(`${folder}/${name}`) ?? Buffer.alloc(0)
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
  }
  const [certificate] = await sql('select jws from certificates where contract_id = $1', [
    deal.contractId,
  ])
  expect(String(sftp.files.get(`${folder}/certificate.jws`))).toBe(certificate.jws)
  expect(await pushesOf()).toMatchObject([
    {
      ...{ destinationId: id, state: 'delivered', attempts: 1, failure: null },
      ...{ sentFiles: names.length, allFiles: names.length },
      target: `sftp://127.0.0.1:${sftp.port}${folder}`,
    },
  ])
})

it('a key signs in as well, and every password, key and secret is stored sealed alone', async () => {
  const secret = { by: 'private_key' as const, privateKey: sftp.privateKey }
  const destination = await admin.api.pushes.addDestination(sftpForm({ name: 'By key', secret }))
  expect(destination).toMatchObject({ secretKind: 'private_key', state: 'enabled' })
  await admin.api.pushes.addDestination(s3Form({ name: 'Sealed' }))
  const rows = await sql(`select row_to_json(e)::text as text from app.push_destinations e
    union all select row_to_json(a)::text from app.audit_log a
    union all select row_to_json(i)::text from app.idempotency_keys i`)
  const secrets = [sftp.password, store.settings.secret, sftp.privateKey.split('\n')[1]]
  for (const one of secrets)
    expect(rows.filter(({ text }) => text.includes(one ?? '')).length).toBe(0)
  const listed = JSON.stringify(await admin.api.pushes.destinations({ limit: 50 }))
  for (const one of secrets) expect(listed).not.toContain(one)
})

it('a destination is tried before it is saved, and refused by the field at fault', async () => {
  const add = (form: object) => admin.api.pushes.addDestination(form as never)
  const before = (await admin.api.pushes.destinations({ limit: 50 })).items.length
  const refusals: [form: object, field: string | undefined][] = [
    [sftpForm({ hostKey: `SHA256:${'A'.repeat(43)}` }), 'hostKey'],
    [sftpForm({ secret: { by: 'password', password: 'wrong' } }), 'secret'],
    [sftpForm({ folder: '/locked' }), 'folder'],
    [sftpForm({ secret: { by: 'private_key', privateKey: 'no key' } }), 'secret.privateKey'],
    [sftpForm({ port: 1 }), undefined],
    [s3Form({ secret: { by: 'secret_key', secretAccessKey: 'wrong' } }), 'folder'],
    [sftpForm({ host: '10.1.2.3' }), undefined],
    [s3Form({ endpoint: 'https://169.254.169.254' }), undefined],
    [s3Form({ endpoint: 'https://[::ffff:10.0.0.1]' }), undefined],
  ]
  for (const [form, field] of refusals) {
    const refused = await add(form).catch((error) => error)
    expect({ form, code: refused.code, field: refused.data?.field }).toEqual({
      ...{ form, field, code: 'destination_refused' },
    })
  }
  store.setGone(true)
  await expect(add(s3Form())).rejects.toMatchObject({ data: { field: 'bucket' } })
  store.setGone(false)
  for (const change of [
    { hostKey: 'MD5:aa' },
    { folder: '/in/../etc' },
    { host: 'a/b' },
    { port: 0 },
  ])
    await expectRefusal(add(sftpForm(change)), 'bad_input')
  await expectRefusal(add(s3Form({ endpoint: 'https://a.test/path' })), 'bad_input')
  expect((await admin.api.pushes.destinations({ limit: 50 })).items).toHaveLength(before)
})

it('a host key is shown to be confirmed, by hosts that may be reached alone', async () => {
  const at = { host: '127.0.0.1', port: sftp.port }
  const shown = { hostKey: sftp.hostKey, algorithm: 'ssh-ed25519' }
  expect(await admin.api.pushes.readHostKey(at)).toEqual(shown)
  for (const host of ['192.168.0.9', '0x0a000001', '::1'])
    await expectRefusal(admin.api.pushes.readHostKey({ host, port: 22 }), 'destination_refused')
})

it('no other organization, no vendor, no visitor and no key without the scope reaches it; members send, administrators set up', async () => {
  const { id: destinationId } = await admin.api.pushes.addDestination(s3Form({ name: 'Own' }))
  const act = (api: Api) => [
    () => api.pushes.changeDestination({ destinationId, state: 'disabled' }),
    () => api.pushes.testDestination({ destinationId }),
    () => api.pushes.replaceSecret({ destinationId, secret: newKeys }),
    () => api.pushes.removeDestination({ destinationId }),
  ]
  const contractId = deal.contractId
  for (const acting of act(stranger.api)) await expectRefusal(acting(), 'not_found')
  await expectRefusal(stranger.api.pushes.list({ contractId, limit: 5 }), 'not_found')
  await expectRefusal(send(destinationId, stranger.api), 'not_found')
  expect((await stranger.api.pushes.destinations({ limit: 5 })).items).toEqual([])
  const theirs = await stranger.api.pushes.addDestination(s3Form({ name: 'Theirs' }))
  await expectRefusal(send(theirs.id), 'not_found')
  await expectRefusal(vendor.api.pushes.list({ contractId, limit: 5 }), 'not_permitted')
  await expectRefusal(send(destinationId, vendor.api), 'not_permitted')
  const { secret } = await admin.api.keys.create({ name: 'Reader', scopes: ['deliveries:read'] })
  const reader = market.apiFor(secret)
  expect((await reader.pushes.list({ contractId, limit: 5 })).items.length).toBeGreaterThan(0)
  await expectRefusal(send(destinationId, reader), 'scope_missing')
  for (const [api, code] of [
    [client.api, 'not_permitted'],
    [market.visitor, 'sign_in_required'],
    [reader, 'scope_missing'],
  ] as const) {
    for (const acting of act(api)) await expectRefusal(acting(), code)
    await expectRefusal(api.pushes.addDestination(s3Form()), code)
    await expectRefusal(api.pushes.readHostKey({ host: '127.0.0.1', port: sftp.port }), code)
  }
  expect(await stateOf(destinationId)).toMatchObject({ state: 'enabled', name: 'Own' })
  await admin.api.pushes.testDestination({ destinationId })
  await admin.api.pushes.changeDestination({ destinationId, isAutomatic: true })
  await admin.api.pushes.changeDestination({ destinationId, isAutomatic: false })
  await admin.api.pushes.readHostKey({ host: '127.0.0.1', port: sftp.port })
  await admin.api.pushes.removeDestination({ destinationId })
  const actions = await sql(
    `select action from app.audit_log where actor = $2 and (object = $1 or action like '%host_key' and object = $3)
     and seq >= (select min(seq) from app.audit_log where object = $1) order by seq`,
    [`push_destination:${destinationId}`, admin.userId, `organization:${admin.organization.id}`],
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'push_destination.add',
    'push_destination.test',
    'push_destination.change',
    'push_destination.change',
    'push_destination.read_host_key',
    'push_destination.remove',
  ])
})

it('goes on where it was after an outage, a cut connection and a full disk, and shows no half of a file', {
  tags: 'long',
}, async () => {
  const { id } = await admin.api.pushes.addDestination(
    sftpForm({ name: 'Shaky', folder: '/in/shaky' }),
  )
  await send(id)
  await expectRefusal(send(id), 'push_under_way')
  await sftp.setAway(true)
  await runJobs(market)
  expect(await pushTo(id)).toMatchObject({
    state: 'pending',
    attempts: 1,
    failure: 'unreachable',
  })
  await sftp.setAway(false)
  for (const [as, failure] of [
    ['cut', 'interrupted'],
    ['full', 'write_refused'],
  ] as const) {
    sftp.failWith({ at: 3000, as })
    await tryAgain()
    expect(await pushTo(id)).toMatchObject({ state: 'pending', failure })
    const whole = sentFiles().filter(
      (path) => path.startsWith('/in/shaky') && !path.endsWith('.part'),
    )
    expect(whole.length).toBe((await pushTo(id))?.sentFiles)
  }
  const { sentFiles: arrived = 0, allFiles = 0 } = (await pushTo(id)) ?? {}
  sftp.failWith(null)
  const begun = sftp.begun()
  await tryAgain()
  expect(await pushTo(id)).toMatchObject({ state: 'delivered', attempts: 4, failure: null })
  expect(sftp.begun() - begun).toBe((allFiles ?? 0) - arrived)
  expect(
    [...sftp.files.keys()].filter((path) => path.startsWith('/in/shaky') && path.endsWith('.part')),
  ).toEqual([])
  await send(id) // once more by hand, over what is there
  await runJobs(market)
  expect(await pushTo(id)).toMatchObject({ state: 'delivered', attempts: 1, sentFiles: allFiles })
})

it('another password lets what waits go on at once, with all its tries; one that is refused changes nothing', {
  tags: 'long',
}, async () => {
  const { id: destinationId } = await admin.api.pushes.addDestination(
    sftpForm({ name: 'Rotated', folder: '/in/rotated' }),
  )
  const replace = (password: string) =>
    admin.api.pushes.replaceSecret({ destinationId, secret: { by: 'password', password } })
  await send(destinationId)
  sftp.changePassword('the next one')
  await runJobs(market)
  await tryAgain()
  const waiting = { state: 'pending', attempts: 2, failure: 'credentials_refused' }
  expect(await pushTo(destinationId)).toMatchObject(waiting)
  await expect(replace('a wrong one')).rejects.toMatchObject({
    ...{ code: 'destination_refused', data: { field: 'secret' } },
  })
  expect(await pushTo(destinationId)).toMatchObject(waiting)
  expect(await replace('the next one')).toMatchObject({ id: destinationId, state: 'enabled' })
  await runJobs(market)
  expect(await pushTo(destinationId)).toMatchObject({ state: 'delivered', attempts: 1 })
  sftp.changePassword(sftp.password)
  const secret = { by: 'private_key' as const, privateKey: sftp.privateKey }
  expect(await admin.api.pushes.replaceSecret({ destinationId, secret })).toMatchObject({
    secretKind: 'private_key',
  })
  const recorded = await sql(
    `select detail->>'by' as by from app.audit_log where object = $1 and action = 'push_destination.replace_secret' order by seq`,
    [`push_destination:${destinationId}`],
  )
  expect(recorded).toEqual([{ by: 'password' }, { by: 'private_key' }])
})

it('another password while one is under way has nothing sent twice', { tags: 'long' }, async () => {
  const { id: destinationId } = await admin.api.pushes.addDestination(
    sftpForm({ name: 'Under way', folder: '/in/under-way' }),
  )
  const { id } = await send(destinationId)
  let isReplaced = false
  sftp.beforeFile(async () => {
    if (isReplaced) return
    isReplaced = true
    const secret = { by: 'password' as const, password: sftp.password }
    await admin.api.pushes.replaceSecret({ destinationId, secret })
  })
  const begun = sftp.begun()
  await runJobs(market)
  sftp.beforeFile(null)
  const push = await pushTo(destinationId)
  expect(push).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(sftp.begun() - begun).toBe((push?.sentFiles ?? 0) + 1) // and the file of the test
  expect(await sql('select 1 from app.jobs where key = $1', [`push:${id}`])).toEqual([])
})

it('keys of a bucket are replaced together, enable it where it was given up, and open no SFTP server', {
  tags: 'long',
}, async () => {
  const { id: destinationId } = await admin.api.pushes.addDestination(s3Form({ name: 'New keys' }))
  const replace = (secret: typeof newKeys) =>
    admin.api.pushes.replaceSecret({ destinationId, secret })
  await sql(
    `update app.push_destinations set state = 'disabled', disabled_as = 'dead' where id = $1`,
    [destinationId],
  )
  await expectRefusal(replace({ ...newKeys, secretAccessKey: 'wrong' }), 'destination_refused')
  expect(await stateOf(destinationId)).toMatchObject({ state: 'disabled', disabledAs: 'dead' })
  await expect(
    admin.api.pushes.replaceSecret({ destinationId, secret: { by: 'password', password: 'x' } }),
  ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'secret' } })
  expect(await replace(newKeys)).toMatchObject({
    ...{ state: 'enabled', disabledAs: null },
    settings: { accessKeyId: newKeys.accessKeyId, bucket: 'lake' },
  })
})

it('one that is under way stops with its destination, between files and within one', {
  tags: 'long',
}, async () => {
  const { id } = await admin.api.pushes.addDestination(
    sftpForm({ name: 'Stopped', folder: '/in/stopped' }),
  )
  const disable = () => admin.api.pushes.changeDestination({ destinationId: id, state: 'disabled' })
  await send(id)
  sftp.beforeFile(disable)
  const begun = sftp.begun()
  await runJobs(market)
  expect(sftp.begun() - begun).toBe(1)
  expect(await pushTo(id)).toMatchObject({ state: 'failed', failure: 'destination_disabled' })
  sftp.beforeFile(null)
  await admin.api.pushes.changeDestination({ destinationId: id, state: 'enabled' })
  const again = await send(id)
  sftp.beforeFile(async () => {
    await disable()
    await new Promise(() => {}) // the file is never taken
  })
  await runPush(market.platform, again.id, new AbortController().signal, 20)
  sftp.beforeFile(null)
  await runJobs(market)
  expect(await pushTo(id)).toMatchObject({ state: 'failed', failure: 'destination_disabled' })
})

it('nothing goes out for a client whose access is suspended, and its destination stays', async () => {
  const { id } = await admin.api.pushes.addDestination(
    sftpForm({ name: 'Suspended', folder: '/in/suspended', isAutomatic: true }),
  )
  await send(id)
  const activeIs = (isActive: boolean) =>
    sql('update organizations set is_active = $2 where id = $1', [admin.organization.id, isActive])
  const automatic = () =>
    market.platform.db.transaction(system, (tx) => listAutomatic(tx, admin.organization.id))
  await activeIs(false)
  const begun = sftp.begun()
  await runJobs(market)
  expect(await automatic()).toEqual([])
  await activeIs(true)
  expect((await automatic()).map((row) => row.id)).toContain(id)
  expect(sftp.begun()).toBe(begun)
  expect(await pushTo(id)).toMatchObject({ state: 'failed', failure: 'client_inactive' })
  expect(await stateOf(id)).toMatchObject({ state: 'enabled' })
  await admin.api.pushes.removeDestination({ destinationId: id })
})

it('pushes of one client keep two places at most, those of one destination in turn', () => {
  const [one, two] = [randomUUID(), randomUUID()]
  const targets = Array.from({ length: 40 }, () => randomUUID())
  const queues = targets.map((destination) => queueOf({ client: one, destination }))
  expect(new Set(queues).size).toBe(2)
  expect(targets.map((destination) => queueOf({ client: one, destination }))).toEqual(queues)
  expect(queues).not.toContain(queueOf({ client: two, destination: targets[0] ?? null }))
})

it('one whose job was cancelled is taken up again, at its time', async () => {
  const { id } = await admin.api.pushes.addDestination(s3Form({ name: 'Cancelled' }))
  const { id: pushId } = await send(id)
  await sql(`update app.pushes set next_at = '2100-01-01' where id = $1`, [pushId])
  await sql('delete from graphile_worker._private_jobs where key = $1', [`push:${pushId}`])
  const resume = () => market.app.jobs['push.resume']?.({}, {} as never)
  const runAt = () =>
    sql('select run_at from graphile_worker._private_jobs where key = $1', [`push:${pushId}`])
  await resume()
  expect(await runAt()).toEqual([{ run_at: new Date('2100-01-01') }])
  await sql(`update app.pushes set next_at = '2101-01-01' where id = $1`, [pushId])
  await resume() // finds its job
  expect(await runAt()).toEqual([{ run_at: new Date('2100-01-01') }])
  await tryAgain()
  expect(await pushTo(id)).toMatchObject({ state: 'delivered' })
})

it('another host key ends it at once, disables the destination and tells administrators', async () => {
  const { id } = await admin.api.pushes.addDestination(sftpForm({ name: 'Moved' }))
  await sftp.setAway(true)
  sftp.changeHostKey()
  await sftp.setAway(false)
  const before = sftp.begun()
  await send(id)
  await runJobs(market)
  expect(await pushTo(id)).toMatchObject({ state: 'failed', failure: 'host_key_differs' })
  expect(sftp.begun()).toBe(before)
  expect(await stateOf(id)).toMatchObject({ state: 'disabled', disabledAs: 'host_key_differs' })
  expect(await noticesOf(admin)).toContain('A destination for deliveries was disabled')
  await expectRefusal(send(id), 'destination_disabled')
})

it('a bucket gets it by itself once it is accepted, also one that failed before, and what it got is not sent again', {
  tags: 'long',
}, async () => {
  const failed = await admin.api.pushes.addDestination(s3Form({ name: 'Failed' }))
  await send(failed.id)
  await admin.api.pushes.changeDestination({ destinationId: failed.id, state: 'disabled' })
  expect(await pushTo(failed.id)).toMatchObject({ state: 'failed' })
  const again = { state: 'enabled', isAutomatic: true } as const
  await admin.api.pushes.changeDestination({ destinationId: failed.id, ...again })
  const automatic = s3Form({ name: 'Automatic', isAutomatic: true, folder: '' })
  const { id } = await admin.api.pushes.addDestination(automatic)
  store.failWith(503)
  await release(market, client, deal.contractId)
  await runJobs(market)
  expect(await pushTo(id)).toMatchObject({ state: 'pending', attempts: 1, failure: 'status' })
  store.failWith(null)
  store.setGone(true)
  await tryAgain()
  expect(await pushTo(id)).toMatchObject({ attempts: 2, failure: 'bucket_missing' })
  store.setGone(false)
  await tryAgain()
  expect(await pushTo(failed.id)).toMatchObject({ state: 'delivered', attempts: 3 })
  const push = await pushTo(id)
  expect(push).toMatchObject({
    state: 'delivered',
    attempts: 3,
    target: `s3://lake/${deal.contractId}/delivery-1`,
  })
  const at = `/lake/${deal.contractId}/delivery-1/`
  const kept = store.keys().filter((key) => key.startsWith(at))
  expect(kept).toHaveLength(push?.allFiles ?? 0)
  expect(kept).toContain(`${at}certificate.jws`)
  expect(
    (await pushesOf()).filter(({ destinationName }) => destinationName === 'Warehouse'),
  ).toHaveLength(1)
})

it('a destination that takes nothing in all tries is disabled as dead; nothing goes out during a dispute', {
  tags: 'long',
}, async () => {
  const { id } = await admin.api.pushes.addDestination(s3Form({ name: 'Dead' }))
  const disputed = await admin.api.pushes.addDestination(s3Form({ name: 'Waiting' }))
  await send(disputed.id)
  const statusIs = (status: string) =>
    sql(
      `update contracts set status = $2, completed_at = case when $2 = 'completed' then now() end where id = $1`,
      [deal.contractId, status],
    )
  await statusIs('disputed')
  await expectRefusal(send(id), 'not_awaiting_review')
  await runJobs(market)
  expect(await pushTo(disputed.id)).toMatchObject({
    ...{ state: 'pending', failure: 'disputed', attempts: 0, sentFiles: 0 },
  })
  await statusIs('completed')
  await tryAgain()
  expect(await pushTo(disputed.id)).toMatchObject({ state: 'delivered', failure: null })
  await send(disputed.id)
  await statusIs('in_progress')
  await runJobs(market)
  expect(await pushTo(disputed.id)).toMatchObject({ state: 'failed', failure: 'not_fetchable' })
  expect(await stateOf(disputed.id)).toMatchObject({ state: 'enabled' })
  await statusIs('completed')
  await send(id)
  await sql('update app.pushes set attempts = 8 where destination = $1', [id])
  store.failWith(500)
  await runJobs(market)
  store.failWith(null)
  expect(await pushTo(id)).toMatchObject({ state: 'failed', attempts: 9, failure: 'status' })
  expect(await stateOf(id)).toMatchObject({ state: 'disabled', disabledAs: 'dead' })
  store.setGone(true)
  const enable = () => admin.api.pushes.changeDestination({ destinationId: id, state: 'enabled' })
  await expectRefusal(enable(), 'destination_refused')
  expect(await stateOf(id)).toMatchObject({ state: 'disabled' })
  store.setGone(false)
  await enable()
  await send(id)
  await runJobs(market)
  expect(await pushTo(id)).toMatchObject({ state: 'delivered' })
  await send(id)
  await admin.api.pushes.removeDestination({ destinationId: id })
  expect(
    (await pushesOf()).find(({ destinationName }) => destinationName === 'Dead'),
  ).toMatchObject({
    ...{ destinationId: null, state: 'failed', failure: 'destination_removed' },
  })
})
