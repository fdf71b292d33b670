/** The module's settings, as the platform's configuration has them. */
import type { Config } from '../../config.ts'
import type { AuthContext, AuthSettings } from './context.ts'
import { mailboxSms, type SmsPort, webhookSms } from './sms.ts'

const HOUR_MS = 3600_000

export const defaultSettings: AuthContext['settings'] = {
  anonymousSignIns: false,
  passwordChange: 'nothing',
  sessionLifeMs: null,
  sessionIdleMs: null,
  sms: mailboxSms,
  captcha: null,
  trustedProxies: 0,
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
    serviceKey: config.serviceKey,
  }
}

/** Where mail leaves for real, a code that stays in the mailbox would reach nobody. */
function smsOf(config: Config): SmsPort | null {
  if (config.smsWebhook) return webhookSms
  return config.smtpUrl ? null : mailboxSms
}
