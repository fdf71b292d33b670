/** Selects the bank that the platform works with. */
import type { Config } from '../../platform/config.ts'
import type { Platform } from '../../platform/http/context.ts'
import { openBuiltInBank } from './built-in/service.ts'
import type { Bank, BankName } from './port.ts'
import { openStripeBank } from './stripe/bank.ts'

export const bankName = ({ stripe }: Pick<Config, 'stripe'>): BankName =>
  stripe ? 'stripe' : 'built_in'

export const openBank = (platform: Platform, clock: () => Date): Bank =>
  platform.config.stripe
    ? openStripeBank(platform, platform.config.stripe)
    : openBuiltInBank(platform, clock)
