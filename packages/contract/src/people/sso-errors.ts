/** Lists the errors of single sign-on. */
export const ssoErrors = {
  domain_taken: {
    status: 409,
    message:
      'Another organization has proved this domain. If it is yours, write to support with your registration documents.',
  },
  domain_public: {
    status: 422,
    message: 'This domain gives addresses to anyone, so it says nothing about an organization.',
  },
  domains_full: { status: 409, message: 'An organization claims 20 domains at most.' },
  domain_record_missing: {
    status: 422,
    message:
      'The record is not there yet. Name servers may take an hour to show a new one; check the name and the text.',
  },
  domain_unresolved: {
    status: 503,
    message: 'The name servers of this domain do not answer. Nothing was changed; try again later.',
    retryAfterSeconds: 60,
  },
  sso_provider_refused: {
    status: 422,
    message: 'The provider could not be used as it is described.',
  },
  sso_needs_domain: { status: 409, message: 'Prove a domain first.' },
  sso_last_domain: {
    status: 409,
    message:
      'Single sign-on is required, so one proved domain stays. Turn the requirement off first.',
  },
  sso_needs_sign_in: {
    status: 409,
    message: 'Sign in by your provider once before you require it of everybody.',
  },
  sso_needs_break_glass: {
    status: 409,
    message:
      'Choose an administrator with a second factor, who can sign in when your provider is away.',
  },
  sso_wrong_organization: {
    status: 403,
    message:
      'An account with this address belongs elsewhere on Semblance. Ask your administrator to invite another address.',
  },
  sso_no_membership: {
    status: 403,
    message: 'You are no member of your organization here. Ask its administrator to invite you.',
  },
} as const
