/** Every error of the Auth protocol: its HTTP status and message. */
const authErrors = {
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'JWT is malformed'],
  email_not_confirmed: [400, 'Email not confirmed'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  invalid_credentials: [400, 'Invalid login credentials'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'Updating app_metadata requires admin privileges'],
  not_found: [404, 'There is no such endpoint'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  over_email_send_rate_limit: [
    429,
    'For security purposes, you can only request this once a minute.',
  ],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  phone_provider_disabled: [400, 'Phone signups are disabled'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body is too large'],
  same_password: [422, 'New password should be different from the old password.'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
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
  /** Members of the answer beside code and message. */
  readonly extra: object

  constructor(
    code: AuthErrorCode,
    override: { message?: string; status?: number; extra?: object } = {},
  ) {
    super(override.message ?? authErrors[code][1])
    this.code = code
    this.status = override.status ?? authErrors[code][0]
    this.extra = override.extra ?? {}
  }
}
