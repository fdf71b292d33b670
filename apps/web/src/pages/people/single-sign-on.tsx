import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { singleSignOnQuery } from '@/features/people/single-sign-on/sso-query.ts'
import { SsoScreen, SsoStatus } from '@/features/people/single-sign-on/sso-screen.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('administrator', () => [singleSignOnQuery])

export default function SingleSignOn() {
  return (
    <SettingsPage
      title="Single sign-on"
      meta={
        <>
          OpenID Connect or SAML 2.0, with provisioning by SCIM 2.0
          <SsoStatus />
        </>
      }
      isOpen
    >
      <SsoScreen />
    </SettingsPage>
  )
}
