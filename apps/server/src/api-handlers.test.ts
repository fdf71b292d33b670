/** Calls of one moment travel as one request. */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { BatchLinkPlugin } from '@orpc/client/plugins'
import { expect, test, vi } from 'vitest'
import type { Api } from '../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../testing/fixtures/use-market.ts'

const { market, buyer, stranger } = await useMarket({ buyer: 'client', stranger: 'client' })

/** Creates a client that batches like the web: simultaneous calls travel as one request. */
function gathering(token?: string) {
  const send = vi.fn((request: Request) => {
    const { pathname } = new URL(request.url)
    return market.fetch(pathname, request)
  })
  const api: Api = createORPCClient(
    new RPCLink({
      url: `${market.platform.config.publicUrl}/api/rpc`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      fetch: send,
      plugins: [new BatchLinkPlugin({ groups: [{ condition: () => true, context: {} }] })],
    }),
  )
  return { api, send }
}

test('each call has its own answer, whoever is refused another', async () => {
  const { id } = await buyer.api.dprs.saveDraft({ content: { title: 'A draft' } })
  const { api, send } = gathering(stranger.token)
  const [viewer, foreign, staff] = await Promise.allSettled([
    api.organizations.viewer(),
    api.dprs.draft({ draftId: id }),
    api.admin.overview(),
  ])
  expect(send).toHaveBeenCalledTimes(1)
  expect(viewer).toEqual({ status: 'fulfilled', value: await stranger.api.organizations.viewer() })
  expect(foreign).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  expect(staff).toMatchObject({ status: 'rejected', reason: { code: 'not_permitted' } })
})

test('a token that stands for no session is refused in every call', async () => {
  const { api } = gathering(`${buyer.token}x`)
  const answers = await Promise.allSettled([api.organizations.viewer(), api.dprs.drafts({})])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'session_ended' } })
})
