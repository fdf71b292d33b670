import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import { openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'
import { createSecrets } from '../../platform/security/secrets.ts'
import { keptPath } from '../../platform/transparency/kept-checkpoint.ts'

const { market } = await useMarket({})

const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)

const log = () =>
  market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('transparency.logs').select('id').executeTakeFirstOrThrow(),
  )

it('a log whose key is lost with SECRET_KEY signs nothing, until staff open the next one', {
  tags: 'long',
}, async () => {
  const other = await openTestMarket()
  onTestFinished(other.close)
  const staff = await other.staff()
  const job = () => other.app.jobs['transparency.integrate']!({}, {} as never)
  await job()
  await expectRefusal(staff.api.transparency.openLog(), 'not_found')
  Object.assign(other.platform.secrets, createSecrets(randomBytes(32)))
  await other.platform.db.transaction(system, (tx) =>
    audit(tx, { actor: 'system', action: 'banking.save', object: 'test:1' }),
  )
  await expect(job()).rejects.toThrow('another SECRET_KEY')
  expect((await other.visitor.transparency.status()).logs[0]).toMatchObject({
    state: 'without_key',
    checkpoint: { size: 1n },
  })
  await staff.api.transparency.openLog()
  await job()
  const { logs } = await other.visitor.transparency.status()
  expect(logs.map(({ state }) => state)).toEqual(['open', 'closed'])
  expect(JSON.parse(logs[0]!.firstLeaf!.payload).body).toMatchObject({
    reason: 'key_lost',
    previous: { origin: 'semblance.test/log', size: 1 },
  })
  expect(await staff.api.transparency.check()).toMatchObject({ violations: [], stagedCount: 0 })
})

it('staff are alerted once when the log stops, and open the next one', async () => {
  const staff = await market.staff()
  const { db, config } = market.platform
  await integrate()
  rmSync(keptPath(config, await log()))
  await db.transaction(system, (tx) =>
    audit(tx, { actor: 'system', action: 'banking.save', object: 'test:1' }),
  )
  await integrate()
  await expectRefusal(staff.api.transparency.openLog(), 'not_found')
  await db.pool.query(`update transparency.staged set staged_at = now() - interval '11 minutes'`)
  await integrate()
  await integrate()
  const { items } = await staff.api.notifications.list({})
  expect(items.map(({ title }) => title)).toEqual(['The transparency log has stopped'])
  const { rows } = await db.pool.query('select recipient from app.mails where subject like $1', [
    '%transparency log%',
  ])
  expect(rows).toEqual([{ recipient: staff.email }])
  expect(await staff.api.transparency.openLog()).toEqual({ origin: 'semblance.test/log/2' })
  await integrate()
  const [newest] = (await market.visitor.transparency.status()).logs
  expect(newest).toMatchObject({ number: 2, state: 'open' })
  expect(JSON.parse(newest!.firstLeaf!.payload).body).toMatchObject({
    reason: 'head_not_kept',
    previous: { origin: 'semblance.test/log', size: 1 },
  })
  expect(await staff.api.transparency.check()).toMatchObject({ violations: [], stagedCount: 0 })
})
