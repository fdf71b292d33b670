/** Which bank this platform works with. */
import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/context.ts'
import { openBuiltInBank } from './built-in/service.ts'
import type { Bank, BankName } from './port.ts'

export const bankName = (_config: Config): BankName => 'built_in'

export const openBank = (platform: Platform, clock: () => Date): Bank =>
  openBuiltInBank(platform, clock)
