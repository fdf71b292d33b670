import type { applicationForm } from '@semblance/contract'

/** Names the written fields: all but the choice of what to do. */
export type FieldName = Exclude<keyof typeof applicationForm.shape, 'intent'>

/** Names the fields, in the order of the form. */
export const fieldLabels: Record<FieldName, string> = {
  business_name: 'Business Name',
  registration_number: 'Legal Registration Number',
  business_website: 'Business Website',
  industry: 'Industry',
  business_description: 'Business Description',
  contact_person: 'Contact Person',
  business_email: 'Business Email',
  contact_phone: 'Contact Phone',
  business_address: 'Business Address',
  city: 'City',
  country: 'Country',
}

export const fieldNames = Object.keys(fieldLabels) as FieldName[]

export const fieldId = (name: FieldName) => `application-${name}`

const optional = new Set<FieldName>(['business_website', 'registration_number', 'contact_phone'])
export const isOptional = (name: FieldName) => optional.has(name)
