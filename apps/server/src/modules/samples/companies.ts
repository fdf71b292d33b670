/** The companies of the sample marketplace. */
import { sampleOrganizations } from './service.ts'

export const companies = {
  halden: {
    id: sampleOrganizations.client,
    organization_id: 'ORG-10001-HALDN',
    name: 'Halden Retail Group',
    email: 'admin@sample.test', // whoever owns the organization's address administers it
    city: 'Chicago',
    country: 'US',
    industry: 'retail',
    description: 'Forty stores and a web shop for home and garden.',
    is_client: true,
    is_vendor: false,
  },
  brigid: {
    id: '5a3b1e00-0000-4000-8000-00000000c002',
    organization_id: 'ORG-10002-BRIGD',
    name: 'St. Brigid Health Network',
    email: 'data@brigid.sample.test',
    city: 'Toronto',
    country: 'CA',
    industry: 'healthcare',
    description: 'Fourteen clinics and four hospitals.',
    is_client: true,
    is_vendor: false,
  },
  corvane: {
    id: '5a3b1e00-0000-4000-8000-00000000c003',
    organization_id: 'ORG-10003-CORVA',
    name: 'Corvane Bank',
    email: 'data@corvane.sample.test',
    city: 'Frankfurt',
    country: 'DE',
    industry: 'finance',
    description: 'Retail and business banking in five countries.',
    is_client: true,
    is_vendor: false,
  },
  osprey: {
    id: '5a3b1e00-0000-4000-8000-00000000c004',
    organization_id: 'ORG-10004-OSPRY',
    name: 'Osprey Grid',
    email: 'data@osprey.sample.test',
    city: 'Melbourne',
    country: 'AU',
    industry: 'other',
    description: 'Electricity, heat and water networks.',
    is_client: true,
    is_vendor: false,
  },
  fathom: {
    id: '5a3b1e00-0000-4000-8000-00000000c005',
    organization_id: 'ORG-10005-FATHM',
    name: 'Fathom Works',
    email: 'data@fathom.sample.test',
    city: 'London',
    country: 'UK',
    industry: 'technology',
    description: 'Workspace software for planning teams.',
    is_client: true,
    is_vendor: false,
  },
  lumen: {
    id: '5a3b1e00-0000-4000-8000-00000000c006',
    organization_id: 'ORG-10006-LUMEN',
    name: 'Lumen Mutual',
    email: 'data@lumen.sample.test',
    city: 'Lyon',
    country: 'FR',
    industry: 'finance',
    description: 'Insurance and mortgages, owned by its members.',
    is_client: true,
    is_vendor: false,
  },
  meridian: {
    id: sampleOrganizations.vendor,
    organization_id: 'ORG-20001-MERID',
    name: 'Meridian Synthetics',
    email: 'desk@meridian.sample.test',
    city: 'Boston',
    country: 'US',
    industry: 'technology',
    description: 'Transactional and longitudinal data, documented column by column.',
    is_client: false,
    is_vendor: true,
  },
  cohort: {
    id: '5a3b1e00-0000-4000-8000-00000000e002',
    organization_id: 'ORG-20002-COHRT',
    name: 'Cohort Labs',
    email: 'desk@cohort.sample.test',
    city: 'London',
    country: 'UK',
    industry: 'healthcare',
    description: 'Registries and claims, with a statistician on every project.',
    is_client: false,
    is_vendor: true,
  },
  nagare: {
    id: '5a3b1e00-0000-4000-8000-00000000e003',
    organization_id: 'ORG-20003-NAGAR',
    name: 'Nagare Data',
    email: 'desk@nagare.sample.test',
    city: 'Osaka',
    country: 'JP',
    industry: 'technology',
    description: 'Sensor streams and time series.',
    is_client: false,
    is_vendor: true,
  },
  tessera: {
    id: '5a3b1e00-0000-4000-8000-00000000e004',
    organization_id: 'ORG-20004-TESSR',
    name: 'Tessera Analytics',
    email: 'desk@tessera.sample.test',
    city: 'Berlin',
    country: 'DE',
    industry: 'technology',
    description: 'Tabular data for pricing and risk.',
    is_client: false,
    is_vendor: true,
  },
} as const

export type CompanyKey = keyof typeof companies

/** How each vendor words its offers. */
export const pitches: Partial<Record<CompanyKey, string>> = {
  meridian:
    'Built from our own panel with every column documented. The first 1,000 records come within three days; seasonality and rare groups are checked before delivery.',
  cohort:
    'A statistician accompanies the project. We deliver a codebook, a missing-data report and one round of changes.',
  nagare:
    'Continuous streams from our partner network, gap-filled and aligned to UTC, with events labeled by hand.',
  tessera: 'A ready source with a long history: fast, inexpensive, and in exactly your layout.',
}

export const people = [
  {
    email: 'client@sample.test',
    company: 'halden',
    first_name: 'Claire',
    last_name: 'Novak',
    job_title: 'Data Lead',
  },
  {
    email: 'vendor@sample.test',
    company: 'meridian',
    first_name: 'Victor',
    last_name: 'Reyes',
    job_title: 'Account Manager',
  },
  {
    email: 'admin@sample.test',
    company: 'halden',
    first_name: 'Ada',
    last_name: 'Lindqvist',
    job_title: 'Head of Data',
  },
  {
    email: 'staff@sample.test',
    company: null,
    first_name: 'Stella',
    last_name: 'Marsh',
    job_title: 'Compliance',
  },
] as const

/** Employees who signed up with the organization's ID and wait for its administrator. */
export const newcomers = [
  {
    email: 'mila@sample.test',
    company: 'halden',
    first_name: 'Mila',
    last_name: 'Brandt',
    job_title: 'Data Analyst',
  },
  {
    email: 'noor@sample.test',
    company: 'halden',
    first_name: 'Noor',
    last_name: 'Haddad',
    job_title: 'Procurement Manager',
  },
] as const

export const samplePassword = 'semblance'

/** Businesses that have applied: two wait for compliance staff, one was declined. */
export const applications = [
  {
    business_name: 'Fjord Analytics',
    business_website: 'https://fjord-analytics.example',
    business_email: 'hello@fjord-analytics.example',
    contact_person: 'Ingrid Solberg',
    contact_phone: '+47 555 0142',
    registration_number: 'NO 914 778 271',
    business_address: 'Bryggegata 9, 0250 Oslo',
    city: 'Oslo',
    country: 'other',
    industry: 'technology',
    business_description: 'Mobility and ticketing data of regional ferries, collected since 2014.',
    declined: null,
  },
  {
    business_name: 'Maple Credit Cooperative',
    business_website: null,
    business_email: 'data@maplecredit.example',
    contact_person: 'Daniel Roy',
    contact_phone: null,
    registration_number: null,
    business_address: '210 Rue Saint-Jacques, Montreal',
    city: 'Montreal',
    country: 'CA',
    industry: 'finance',
    business_description:
      'A credit union of 90,000 members that wants to train scoring models without member data.',
    declined: null,
  },
  {
    business_name: 'Quick Lists',
    business_website: null,
    business_email: 'sales@quicklists.example',
    contact_person: 'Sam Doe',
    contact_phone: null,
    registration_number: null,
    business_address: 'PO Box 12',
    city: 'Austin',
    country: 'US',
    industry: 'other',
    business_description: 'Contact lists for marketing campaigns.',
    declined: 'We do not list sellers of personal contact data.',
  },
]
