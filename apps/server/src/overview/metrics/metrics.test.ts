import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { metricsRoutes } from './routes.ts'

const { market, client } = await useMarket({ client: 'client' })

const read = async (platform = market.platform) => {
  const answer = await metricsRoutes(platform).request('/metrics')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  return await answer.text()
}

it('counts calls by procedure and error, and jobs by task and state', async () => {
  await client.api.organizations.viewer()
  await expect(client.api.jobs.count()).rejects.toMatchObject({ code: 'not_permitted' })
  await market.platform.db.transaction(system, (tx) => enqueue(tx, 'dpr.expire', {}))
  const text = await read()
  expect(text).toMatch(
    /^semblance_procedure_seconds_count\{procedure="organizations\.viewer",code="ok"\} \d+$/m,
  )
  expect(text).toMatch(
    /^semblance_procedure_seconds_count\{procedure="jobs\.count",code="not_permitted"\} \d+$/m,
  )
  expect(text).toContain('semblance_jobs{task="dpr.expire",state="waiting"} 1')
  expect(text).toContain('semblance_database_up 1')
})

it('names no organization, person or contract', async () => {
  const text = await read()
  for (const secret of [client.organization.organizationId, client.organization.id, client.userId])
    expect(text).not.toContain(secret)
})

it('answers while the database is away, and says so', { tags: 'long' }, async () => {
  const db = await openTestDatabase()
  await db.close()
  const text = await read({ ...market.platform, db })
  expect(text).toContain('semblance_database_up 0')
  expect(text).not.toContain('semblance_jobs{')
})
