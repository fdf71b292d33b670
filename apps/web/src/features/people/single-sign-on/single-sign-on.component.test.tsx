/** Tests that administrators prove a domain, save a provider, require it with its consequences said, and decide what waits. */
import type { SingleSignOn } from '@semblance/contract'
import { exampleDate, uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { renderPage } from '@testing/render.tsx'
import { client, type Viewer } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const domain = {
  id: uuid(1),
  domain: 'halden.example',
  recordName: '_semblance.halden.example',
  recordText: 'semblance-domain=abc',
  provedAt: exampleDate,
  checkedAt: exampleDate,
  missingSince: null,
}
const settings: SingleSignOn = {
  domains: [domain],
  connection: {
    kind: 'oidc',
    issuer: 'https://login.halden.example',
    clientId: 'semblance',
    hasSecret: true,
    entryPoint: null,
    certificates: [],
    keyCount: 2,
    readAt: exampleDate,
    groupClaim: 'groups',
    signsRequests: false,
    isRequired: false,
    createsMembers: true,
    breakGlass: uuid(2),
    signedInAt: exampleDate,
  },
  ours: {
    redirectUrl: 'https://semblance.test/auth/v1/sso/callback',
    entityId: 'https://semblance.test/auth/v1/sso/saml/x',
    acsUrl: 'https://semblance.test/auth/v1/sso/saml/x/acs',
    metadataUrl: 'https://semblance.test/auth/v1/sso/saml/x/metadata',
    certificatesUrl: 'https://semblance.test/auth/v1/sso/saml/certificates.pem',
    scimUrl: 'https://semblance.test/scim/v2',
  },
  groups: [{ group: 'data-buyers', role: 'requester' }],
  directory: { madeAt: exampleDate, usedAt: null },
  held: [{ id: uuid(3), email: 'tom@halden.example', isReplaced: false }],
  administrators: [{ id: uuid(2), name: 'Amara Okafor', hasSecondFactor: true }],
  memberCount: 12,
}
const open = (answer: SingleSignOn, answers: Answers = {}, viewer: Viewer = client) =>
  renderPage('/organization-settings/single-sign-on', {
    viewer,
    answers: { 'singleSignOn.get': answer, ...answers },
  })

test('a domain comes first: its record is shown, and one that is not there yet is said to be so', {
  tags: 'long',
}, async () => {
  const claimed = { ...domain, provedAt: null, checkedAt: null }
  await open(
    { ...settings, connection: null, directory: null, held: [], domains: [claimed] },
    { 'singleSignOn.checkDomain': refuse('domain_record_missing') },
  )
  await expect
    .element(page.getByLabelText('Text of the record', { exact: true }))
    .toHaveValue(domain.recordText)
  await expect.element(page.getByRole('heading', { name: 'Provider' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Check Record' }).click()
  await expect.element(page.getByText('The record is not there yet.')).toBeVisible()
  await expectSound()
})

test('requiring it says first whom it concerns, and keeps the other rules', async () => {
  const api = await open(settings, { 'singleSignOn.setRules': settings })
  await page.getByRole('switch', { name: 'Members must use single sign-on' }).click()
  await expect.element(page.getByText('12 members with an address')).toBeVisible()
  await page.getByRole('button', { name: 'Require It' }).click()
  await expect
    .poll(() => api.calls('singleSignOn.setRules'))
    .toEqual([{ isRequired: true, createsMembers: true, breakGlass: uuid(2) }])
})

test('a provider is saved without its secret, which stays, and deactivations that wait are decided', {
  tags: 'long',
}, async () => {
  const api = await open(settings, {
    'singleSignOn.saveOidc': settings,
    'singleSignOn.settleHeld': { ...settings, held: [] },
  })
  await expectSound()
  await page.getByLabelText('Client ID').fill('another')
  await page.getByRole('button', { name: 'Test and Save' }).click()
  await expect
    .poll(() => api.calls('singleSignOn.saveOidc'))
    .toEqual([
      { issuer: 'https://login.halden.example', clientId: 'another', groupClaim: 'groups' },
    ])
  await page.getByRole('button', { name: 'Keep Them' }).click()
  await expect.poll(() => api.calls('singleSignOn.settleHeld')).toEqual([{ isConfirmed: false }])
  await expect.element(page.getByText('tom@halden.example')).not.toBeInTheDocument()
})

test('a SAML provider is saved by its metadata, and our requests are signed where that is asked for', {
  tags: 'scaled',
}, async () => {
  const api = await open(settings, { 'singleSignOn.saveSaml': settings })
  await page.getByRole('radio', { name: 'SAML 2.0' }).click()
  await page.getByLabelText('Or the metadata itself').fill('<EntityDescriptor/>')
  await page.getByRole('checkbox', { name: 'Sign our requests' }).click()
  await page.getByRole('button', { name: 'Read and Save' }).click()
  await expect
    .poll(() => api.calls('singleSignOn.saveSaml'))
    .toEqual([{ metadata: '<EntityDescriptor/>', groupClaim: 'groups', signsRequests: true }])
  await expectSound()
})
