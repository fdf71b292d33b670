/** Tests that no address a customer names leads into our own network, however it is written or resolved. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { AddressRefusedError, createAddressGuard, isPublicAddress } from './address-guard.ts'
import { postGuarded } from './guarded-post.ts'

const guard = createAddressGuard([])

describe('an address that is written out', () => {
  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.31.255.1/',
    'https://192.168.1.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'http://93.184.215.14/',
    'http://example.com/',
  ])('%s is refused', (url) => {
    expect(() => guard.check(new URL(url))).toThrow(AddressRefusedError)
  })

  it('is let through where it is public', () => {
    for (const url of ['https://93.184.215.14/', 'https://[2606:4700::1111]/', 'https://a.test/'])
      guard.check(new URL(url))
    expect(isPublicAddress('no address')).toBe(false)
  })
})

describe('a name', () => {
  let reached = 0
  const server = createServer((_, response) => {
    reached += 1
    response.end()
  }).listen(0, '127.0.0.1')
  afterAll(() => void server.close())
  const post = (addresses: string[], own: string[] = [], scheme = 'http') => {
    const { port } = server.address() as AddressInfo
    return postGuarded(
      { url: `${scheme}://hooks.test:${port}/`, headers: {}, body: '{}' },
      {
        guard: createAddressGuard(own, async () => addresses),
        timeoutMs: 5000,
        signal: new AbortController().signal,
      },
    )
  }

  it('is judged by all addresses that it resolves to when it is connected', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::1'], ['not one']])
      expect(await post(addresses, [], 'https')).toMatchObject({ failure: 'address_refused' })
    expect(reached).toBe(0)
  })

  it('of a network of the operator’s own is reached, in the clear too; others in the clear are not', async () => {
    expect(await post(['127.0.0.1'], ['127.0.0.0/8'])).toMatchObject({ status: 200, failure: null })
    expect(reached).toBe(1)
    expect(await post(['93.184.215.14'], ['127.0.0.0/8'])).toMatchObject({
      failure: 'address_refused',
    })
  })

  it('that speaks no TLS, or answers nowhere, is said to', async () => {
    expect(await post(['127.0.0.1'], ['127.0.0.0/8'], 'https')).toMatchObject({
      failure: 'insecure',
    })
  })
})
