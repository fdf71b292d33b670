import type { WebhookFailure } from '@semblance/contract'

/** Says why an attempt failed. */
export const failureTexts: Record<WebhookFailure, string> = {
  address_refused: 'No public address',
  name_unresolved: 'Name not found',
  unreachable: 'No connection',
  insecure: 'No secure connection',
  timeout: 'No answer within 10 s',
  redirect: 'Redirects are not followed',
  status: 'Not answered with 200 to 299',
  secret_unreadable: 'Not sent: we cannot open its secret; replace it',
}

export const retryText =
  'An event that is not answered with a status from 200 to 299 is tried again after 5 seconds, 5 and 30 minutes, and 2, 5, 10 and 10 hours.'
