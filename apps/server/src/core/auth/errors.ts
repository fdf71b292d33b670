/** Every error of the Auth protocol: its HTTP status and message. */
const authErrors = {
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'JWT is malformed'],
  bad_oauth_callback: [400, 'OAuth callback with invalid parameters'],
  bad_oauth_state: [400, 'OAuth callback with invalid state'],
  captcha_failed: [400, 'captcha protection: request disallowed'],
  captcha_unavailable: [500, 'captcha verification process failed'],
  conflict: [409, 'The account is being changed by another request'],
  current_password_invalid: [400, 'Current password is incorrect'],
  current_password_required: [400, 'Current password is required to change the password'],
  email_conflict_identity_not_deletable: [
    422,
    'Unable to unlink identity due to email conflict with another account',
  ],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  flow_state_already_used: [400, 'OAuth callback with a state that was used before'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  identity_already_exists: [422, 'Identity is already linked'],
  identity_not_found: [422, "Identity doesn't exist"],
  insufficient_aal: [401, 'AAL2 session is required for this'],
  invalid_credentials: [400, 'Invalid login credentials'],
  mfa_challenge_expired: [422, 'MFA challenge has expired, verify against another challenge'],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name already exists for this user'],
  mfa_factor_not_found: [404, 'MFA factor not found'],
  mfa_ip_address_mismatch: [422, 'Challenge and verify must come from the same IP address, once'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_verified_factor_exists: [422, 'A verified phone factor already exists, unenroll it first'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'User not allowed'],
  not_found: [404, 'There is no such endpoint'],
  otp_expired: [403, 'Token has expired or is invalid'],
  over_email_send_rate_limit: [
    429,
    'For security purposes, you can only request this once a minute.',
  ],
  over_password_failures: [
    429,
    'Too many wrong passwords were tried for this account. Sign in by a mailed link instead.',
  ],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_sms_send_rate_limit: [
    429,
    'For security purposes, you can only request this once a minute.',
  ],
  password_too_common: [
    400,
    'This password is one of the most used and easy to guess. Choose another one.',
  ],
  phone_exists: [422, 'A user with this phone number has already been registered'],
  phone_provider_disabled: [400, 'Phone signups are disabled'],
  proof_needed: [403, 'Prove again who you are to do this'],
  provider_email_needs_verification: [422, 'The provider has not verified this e-mail address'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body is too large'],
  same_password: [422, 'New password should be different from the old password.'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  sso_declined: [
    403,
    'Your company’s sign-in has not let you in. Ask your administrator for access.',
  ],
  sso_domain_mismatch: [
    403,
    'Your company’s sign-in names an address outside of the domains that your company has proved.',
  ],
  sso_failed: [
    400,
    'The answer of your company’s sign-in could not be accepted. Try again; if it happens again, your administrator finds the settings under Single sign-on.',
  ],
  sso_provider_not_found: [404, 'No company signs in by this domain.'],
  sso_required: [
    403,
    'Your organization signs in through its own provider. Use “Continue with your company”.',
  ],
  sso_subject_changed: [
    403,
    'Your company’s sign-in names another person under this address than before. Ask your administrator.',
  ],
  sso_unavailable: [
    503,
    'Your company’s sign-in does not answer. Try again in a few minutes; an administrator with a password and a second factor may be able to sign in meanwhile.',
  ],
  too_many_enrolled_mfa_factors: [
    422,
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [403, 'User is banned'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  validation_failed: [400, 'Some fields are missing or malformed'],
  weak_password: [422, 'Password is too weak'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type AuthErrorCode = keyof typeof authErrors

export class AuthError extends Error {
  readonly code: AuthErrorCode
  readonly status: number
  /** Holds members of the answer in addition to code and message. */
  readonly extra: object
  /** Holds the seconds after which the same request may succeed. Null if waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: AuthErrorCode,
    override: {
      message?: string
      status?: number
      extra?: object
      cause?: unknown
      retryAfterSeconds?: number
    } = {},
  ) {
    super(override.message ?? authErrors[code][1], { cause: override.cause })
    this.code = code
    this.status = override.status ?? authErrors[code][0]
    this.extra = override.extra ?? {}
    this.retryAfterSeconds = override.retryAfterSeconds ?? null
  }
}
