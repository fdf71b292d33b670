/** The companies of the sample marketplace. */
import { clients } from './clients.ts'
import { vendors } from './vendors.ts'

export const companies = { ...clients, ...vendors }

export type CompanyKey = keyof typeof companies
