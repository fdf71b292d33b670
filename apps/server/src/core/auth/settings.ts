/** The module's settings, as the platform's configuration has them. */
import type { Config } from '../../platform/config.ts'
import { mailboxSms, type SmsPort, webhookSms } from './accounts/sms.ts'
import type { AuthContext, AuthSettings } from './context.ts'

const HOUR_MS = 3600_000

export const defaultSettings: AuthContext['settings'] = {
  anonymousSignIns: false,
  passwordChange: 'nothing',
  sessionLifeMs: null,
  sessionIdleMs: null,
  sms: mailboxSms,
  captcha: null,
  trustedProxies: 0,
  minPasswordLength: 6,
  breachUrl: null,
}

export function authSettings(config: Config): AuthSettings {
  const hours = (count: number | null) => (count === null ? null : count * HOUR_MS)
  return {
    anonymousSignIns: config.anonymousSignIns,
    passwordChange: config.passwordChange,
    sessionLifeMs: hours(config.sessionHours),
    sessionIdleMs: hours(config.sessionIdleHours),
    sms: smsOf(config),
    captcha: config.captcha,
    providers: config.oidcProviders,
    trustedProxies: config.trustedProxies,
    minPasswordLength: config.minPasswordLength,
    breachUrl: config.passwordBreachUrl,
    serviceKey: config.serviceKey,
  }
}

/**
 * Selects the SMS port. Null if mail is really sent and there is no web hook: codes in the mailbox
 * would never arrive.
 */
function smsOf(config: Config): SmsPort | null {
  if (config.smsWebhook) return webhookSms
  return config.smtpUrl ? null : mailboxSms
}
