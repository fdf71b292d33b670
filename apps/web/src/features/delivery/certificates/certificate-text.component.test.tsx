import {
  certificateKeysPath,
  commitToDisclosures,
  discloseClaim,
  joinSdJwt,
  readDisclosure,
  splitSdJwt,
  toBase64Url,
} from '@semblance/contract'
import { axeFaults, downloadBy } from '@testing/interactions.ts'
import { phone, renderPage } from '@testing/render.tsx'
import { beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

const kid = 'example'
const id = '00000000-0000-4000-8000-000000000001'
const entry = { id: '00000000-0000-4000-8000-000000000002', leaf: null }
const certificate = {
  ...{ iss: 'https://semblance.test', jti: id, iat: 1_780_000_000, sample: false },
  contract: { id: 'CTR-2001', title: 'Store Card Accounts', dprId: 'DPR-1001' },
  client: { id: 'ORG-1', name: 'Halden' },
  vendor: { id: 'ORG-2', name: 'Northwind' },
  terms: {
    ...{ dataFormats: ['csv'], sampleRecords: null, minAccuracyPercent: null },
    ...{ privacyLevel: 'standard', minRecords: null },
  },
  files: [{ name: 'people.csv', bytes: 3, sha256: 'a'.repeat(64) }],
  tables: [],
  privacyAccount: {
    ...{ unit: 'row', sourceId: 'SRC-1', limitEpsilon: 6 },
    delivery: { epsilon: 3, delta: 1e-6 },
    before: { epsilon: 1, delta: 1e-6 },
    with: { epsilon: 3.5, delta: 2e-6 },
  },
  engine: { name: 'synth', version: '1' },
  originals: [],
}
const disclosures = [
  discloseClaim({ salt: 'a', name: 'price', value: { cents: '1850000', currency: 'USD' } }),
  discloseClaim({
    ...{ salt: 'b', name: 'escrow' },
    value: { heldCents: '1850000', entries: [entry] },
  }),
]

let jwk: JsonWebKey
let jwt: string
beforeAll(async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const encode = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))
  const head = encode({ alg: 'ES256', typ: 'semblance-certificate+sd-jwt', kid })
  const text = `${head}.${encode({ ...certificate, ...commitToDisclosures(disclosures) })}`
  const bytes = new TextEncoder().encode(text)
  const signature = await crypto.subtle.sign(algorithm, pair.privateKey, bytes)
  jwt = `${text}.${toBase64Url(new Uint8Array(signature))}`
})

const verdict = page.getByRole('status')

async function drop(text: string, around: object = {}) {
  const api = await renderPage('/verify', {
    answers: { 'transparency.status': { logs: [] } },
    ...around,
  })
  api.answerHttp({
    [`GET ${certificateKeysPath}`]: () => Response.json({ keys: [{ ...jwk, kid }] }),
  })
  await userEvent.upload(
    page.getByLabelText(/Drop a dossier or a certificate here/),
    new File([text], 'certificate.sd-jwt'),
  )
}

test('a party reads what its copy discloses, and hands on a copy with the price alone', {
  tags: 'long',
}, async () => {
  await drop(joinSdJwt({ jwt, disclosures }))
  await expect.element(verdict.getByText('Valid signature')).toBeVisible()
  const checks = page.getByRole('list', { name: 'Checked in this browser' })
  await expect.element(checks.getByText('Issued before the log').first()).toBeVisible()
  await expect.element(checks.getByText('Drop them below to compare')).toBeVisible()
  await expect
    .element(page.getByText('This delivery by itself, per row: ε 3, δ 1e-6.'))
    .toBeVisible()
  const panel = page.getByRole('region', { name: 'Price and agreement' })
  await expect.element(panel.getByText('$18,500.00', { exact: true })).toBeVisible()
  await panel.getByRole('checkbox', { name: /Agreed price/ }).click()
  const copy = await downloadBy(() => panel.getByRole('button', { name: 'Download Copy' }).click())
  const handedOn = splitSdJwt(await copy.text())!
  expect(copy.name).toBe(`${id}.sd-jwt`)
  expect(handedOn.jwt).toBe(jwt)
  expect(handedOn.disclosures.map((one) => readDisclosure(one)?.name)).toEqual(['price'])
  expect(await axeFaults()).toEqual([])
})

test('a copy without disclosures says that it commits to more, and shows no amount', async () => {
  await drop(joinSdJwt({ jwt, disclosures: [] }), { ...phone, theme: 'dark' })
  await expect.element(verdict.getByText('Valid signature')).toBeVisible()
  await expect
    .element(page.getByText('It commits to 2 claims that this copy does not disclose.'))
    .toBeVisible()
  expect(document.body.textContent).not.toContain('$')
  expect(await axeFaults()).toEqual([])
})

test('a disclosure of something else makes it an altered one, whose price is not shown', async () => {
  const value = { cents: '1750000', currency: 'USD' }
  const forged = discloseClaim({ salt: 'a', name: 'price', value })
  await drop(joinSdJwt({ jwt, disclosures: [forged] }))
  await expect.element(verdict.getByText('Altered')).toBeVisible()
  await expect
    .element(page.getByText('The signature, or something disclosed, does not fit it'))
    .toBeVisible()
  expect(document.body.textContent).not.toContain('17,500')
  await page.getByRole('button', { name: 'Verify Another File' }).click()
  await expect
    .element(page.getByLabelText(/Drop a dossier or a certificate here/))
    .toBeInTheDocument()
})
