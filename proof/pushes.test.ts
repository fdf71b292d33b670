/** Deliveries go to the SFTP server of OpenSSH and to an S3 server of another maker: refused, broken off, resumed, whole. */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openS3 } from '../apps/server/src/delivery/pushes/transports/s3.ts'
import { createAddressGuard } from '../apps/server/src/platform/security/address-guard.ts'
import { runJobs as runDue, skipBackoff } from '../apps/server/testing/drain-jobs.ts'
import { receiverNetworks } from '../apps/server/testing/fakes/webhook-receiver.ts'
import { fundedDeal } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import { submit } from '../apps/server/testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../apps/server/testing/fixtures/market-fixtures.ts'
import { useMarket } from '../apps/server/testing/fixtures/use-market.ts'
import { startBucket } from './pushes/bucket.ts'
import { openCutLine } from './pushes/cut-line.ts'
import { startSshd } from './pushes/sshd.ts'

const people = { client: 'client', vendor: 'vendor' } as const
const { market, client, vendor } = await useMarket(people, receiverNetworks)
const sshd = await startSshd()
afterAll(() => sshd.stop())
const bucket = await startBucket()
afterAll(() => bucket.stop())
const lines = { sftp: await openCutLine(sshd.port), s3: await openCutLine(bucket.port) }
afterAll(() => {
  for (const line of Object.values(lines)) line.close()
})

let admin: Person
let contractId: string
let digests: Record<string, string>
beforeAll(async () => {
  admin = await market.colleague(client, 'administrator')
  const deal = await fundedDeal(client, vendor)
  contractId = deal.contractId
  await submit(market, vendor, contractId)
  await runDue(market)
  const { files } = await client.api.deliveries.dataset({ dprId: deal.dprId })
  digests = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))
})

const sftpForm = (change: object = {}) => ({
  ...{ kind: 'sftp' as const, name: 'Warehouse', isAutomatic: false, folder: 'in' },
  ...{ host: '127.0.0.1', port: lines.sftp.port, username: sshd.username, hostKey: sshd.hostKey() },
  secret: { by: 'password' as const, password: sshd.password },
  ...change,
})
const keysOf = ({ accessKeyId, secretAccessKey }: (typeof bucket)['users']['writer']) => ({
  accessKeyId,
  secret: { by: 'secret_key' as const, secretAccessKey },
})
const s3Form = (change: object = {}) => ({
  ...{ kind: 's3' as const, name: 'Lake', isAutomatic: false, folder: 'twins', bucket: 'lake' },
  ...{ endpoint: `http://127.0.0.1:${lines.s3.port}`, region: bucket.region, isPathStyle: true },
  ...keysOf(bucket.users.writer),
  ...change,
})
const { pushes } = client.api
const add = (form: object) => admin.api.pushes.addDestination(form as never)
const refusal = (form: object) =>
  add(form).then(
    () => 'added',
    ({ code, data }) => `${code} ${data?.field}`,
  )
const pushTo = async (destinationId: string) =>
  (await pushes.list({ contractId, limit: 50 })).items.find(
    (push) => push.destinationId === destinationId,
  )
async function runJobs() {
  await skipBackoff(market)
  for (let run = 0; run < 3; run++) await runDue(market)
}
async function push(destinationId: string) {
  await pushes.send({ contractId, destinationId })
  await runJobs()
  return await pushTo(destinationId)
}

/** Sends once to learn how much that is, again over a line that breaks at two thirds of it, and then to the end. */
async function breakAndGoOn(id: string, line: (typeof lines)['sftp']) {
  line.breakAfter(null)
  expect(await push(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  const all = line.sent()
  line.breakAfter(Math.floor((all * 2) / 3))
  const broken = await push(id)
  expect(broken).toMatchObject({ state: 'pending', attempts: 1, failure: 'interrupted' })
  const { sentFiles = 0, allFiles } = broken ?? {}
  expect(sentFiles).toBeGreaterThan(0)
  expect(sentFiles).toBeLessThan(allFiles ?? 0)
  line.breakAfter(null)
  await runJobs()
  expect(await pushTo(id)).toMatchObject({ state: 'delivered', attempts: 2, sentFiles: allFiles })
  expect(line.sent()).toBeLessThan(all)
}

describe('OpenSSH', () => {
  it('shows the host key that its own tools print, and lets in by password and by key alone', async () => {
    expect(
      await admin.api.pushes.readHostKey({ host: '127.0.0.1', port: lines.sftp.port }),
    ).toEqual({
      hostKey: sshd.hostKey(),
      algorithm: 'ssh-ed25519',
    })
    const locked = sshd.makeFolder('locked')
    chmodSync(locked, 0o500)
    const key = (privateKey: string) => ({ secret: { by: 'private_key', privateKey } })
    const refused = 'destination_refused'
    expect({
      otherHost: await refusal(sftpForm({ hostKey: `SHA256:${'A'.repeat(43)}` })),
      password: await refusal(sftpForm({ secret: { by: 'password', password: 'wrong' } })),
      otherKey: await refusal(sftpForm(key(sshd.otherKey))),
      locked: await refusal(sftpForm({ folder: 'locked' })),
      outside: await refusal(sftpForm({ folder: '/root' })),
      ownKey: await refusal(sftpForm(key(sshd.privateKey))),
    }).toEqual({
      otherHost: `${refused} hostKey`,
      password: `${refused} secret`,
      otherKey: `${refused} secret`,
      locked: `${refused} folder`,
      outside: `${refused} folder`,
      ownKey: 'added',
    })
    expect(readdirSync(locked)).toEqual([])
  })

  it('gets a delivery whole after a line that broke, as sha256sum finds, and no half of a file', async () => {
    const home = sshd.makeFolder('in')
    const { id } = await add(sftpForm())
    await breakAndGoOn(id, lines.sftp)
    const at = join(home, contractId, 'delivery-1')
    expect(readdirSync(at).sort()).toEqual(
      [...Object.keys(digests), 'SHA256SUMS', 'certificate.jws'].sort(),
    )
    const checked = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: at,
      encoding: 'utf8',
    })
    expect(checked.trim().split('\n')).toHaveLength(Object.keys(digests).length)
  })

  it('without room refuses, keeps no half of a file under its name, and takes all once there is room', async () => {
    const folder = sshd.makeSmallFolder('small', 16)
    const { id } = await add(sftpForm({ name: 'Small', folder: 'small' }))
    const full = await push(id)
    expect(full).toMatchObject({ state: 'pending', failure: 'write_refused' })
    const at = join(folder, contractId, 'delivery-1')
    expect(readdirSync(at).filter((name) => !name.endsWith('.part'))).toHaveLength(
      full?.sentFiles ?? -1,
    )
    execFileSync('mount', ['-o', 'remount,size=64m', folder])
    await runJobs()
    expect(await pushTo(id)).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(readdirSync(at).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('with another host key gets nothing, and the destination is disabled', async () => {
    const { id } = await add(sftpForm({ name: 'Moved' }))
    await sshd.changeHostKey()
    expect(await push(id)).toMatchObject({ state: 'failed', failure: 'host_key_differs' })
    const { items } = await admin.api.pushes.destinations({ limit: 50 })
    expect(items.find((one) => one.id === id)).toMatchObject({
      ...{ state: 'disabled', disabledAs: 'host_key_differs' },
    })
  })
})

describe('an S3 server that checks signatures and policies', () => {
  it('refuses a wrong secret, an unknown key, a missing bucket and a user without the right, by the field at fault', async () => {
    const { writer, stranger } = bucket.users
    const refused = 'destination_refused'
    expect({
      secret: await refusal(s3Form(keysOf({ ...writer, secretAccessKey: 'wrong' }))),
      key: await refusal(s3Form(keysOf({ ...writer, accessKeyId: 'AKIAUNKNOWN000000000' }))),
      bucket: await refusal(s3Form({ bucket: 'no-such-lake' })),
      right: await refusal(s3Form(keysOf(stranger))),
    }).toEqual({
      secret: `${refused} secret`,
      key: `${refused} secret`,
      bucket: `${refused} bucket`,
      right: `${refused} folder`,
    })
  })

  it('gets a delivery whole after a line that broke, as Amazon’s client reads it; also by keys that replace others', async () => {
    const { id } = await add(s3Form())
    await breakAndGoOn(id, lines.s3)
    const at = `twins/${contractId}/delivery-1/`
    const { objects, begun } = await bucket.list(at)
    const found = Object.entries(objects).map(([key, sha256]) => [key.slice(at.length), sha256])
    expect(Object.fromEntries(found)).toMatchObject(digests)
    expect([found.length, begun]).toEqual([Object.keys(digests).length + 2, 0])
    const { secret, accessKeyId } = keysOf(bucket.users.next)
    const replaced = await admin.api.pushes.replaceSecret({
      destinationId: id,
      secret: { ...secret, accessKeyId },
    })
    expect(replaced).toMatchObject({ settings: { accessKeyId } })
    expect(await push(id)).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  it('joins what comes in parts to the same content, under a name of any characters', async () => {
    const content = randomBytes(12 * 1024 * 1024)
    const { secret, ...settings } = s3Form()
    const connecting = {
      guard: createAddressGuard(receiverNetworks.webhookNetworks),
      signal: new AbortController().signal,
      onProgress: () => {},
    }
    const transport = openS3(settings, secret, connecting, 5 * 1024 * 1024)
    await transport.put(['parts'], {
      name: 'Zürich (1)+ &.csv',
      bytes: content.length,
      read: async function* () {
        yield content
      },
    })
    expect(await bucket.list('twins/parts/')).toEqual({
      objects: {
        'twins/parts/Zürich (1)+ &.csv': createHash('sha256').update(content).digest('hex'),
      },
      begun: 0,
    })
  })
})
