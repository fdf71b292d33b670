import { admin } from './admin.ts'
import { applications } from './applications.ts'
import { contracts } from './contracts.ts'
import { dashboards } from './dashboards.ts'
import { deliveries } from './deliveries.ts'
import { dprs } from './dprs.ts'
import { earnings } from './earnings.ts'
import { events } from './events.ts'
import { negotiation } from './negotiation.ts'
import { notifications } from './notifications.ts'
import { offers } from './offers.ts'
import { organizations } from './organizations.ts'
import { payments } from './payments.ts'
import { settings } from './settings.ts'

export * from './accounts.ts'
export * from './admin.ts'
export * from './applications.ts'
export * from './contracts.ts'
export * from './dashboards.ts'
export * from './deliveries.ts'
export * from './dprs.ts'
export * from './earnings.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './money.ts'
export * from './negotiation.ts'
export * from './notifications.ts'
export * from './offers.ts'
export * from './organizations.ts'
export * from './paging.ts'
export * from './payments.ts'
export * from './settings.ts'
export * from './terms.ts'

/** Every procedure of the platform's own API. */
export const contract = {
  applications,
  organizations,
  dprs,
  offers,
  contracts,
  payments,
  deliveries,
  earnings,
  events,
  negotiation,
  notifications,
  dashboards,
  settings,
  admin,
}
