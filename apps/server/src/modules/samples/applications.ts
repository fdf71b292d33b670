/** Businesses that have applied: two wait for compliance staff, two have been decided on. */
type SampleApplication = {
  business_name: string
  business_website: string | null
  business_email: string
  contact_person: string
  contact_phone: string | null
  registration_number: string | null
  business_address: string
  city: string
  country: string
  industry: string
  business_description: string
  appliedDays: number
  decision?: 'approved' | 'declined'
  reason?: string
}

export const applications: SampleApplication[] = [
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
    appliedDays: 1,
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
    appliedDays: 3,
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
    appliedDays: 9,
    decision: 'declined',
    reason: 'We do not list sellers of personal contact data.',
  },
  {
    business_name: 'Solace Health Data',
    business_website: 'https://solace-health-data.example',
    business_email: 'desk@solace.sample.test',
    contact_person: 'Maren Whitlock',
    contact_phone: '+1 (410) 555-0177',
    registration_number: 'MD W18840217',
    business_address: '400 East Pratt Street, Baltimore',
    city: 'Baltimore',
    country: 'US',
    industry: 'healthcare',
    business_description: 'Registries and pathways, reviewed by clinicians.',
    appliedDays: 424,
    decision: 'approved',
  },
]
