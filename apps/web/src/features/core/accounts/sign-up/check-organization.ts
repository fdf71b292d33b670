import type { SupabaseClient } from '@supabase/supabase-js'

/** Returns the reason for which no user can join under this ID; null when an active organization has it. */
export async function checkOrganization(supabase: SupabaseClient, organizationId: string) {
  const { data, error } = await supabase
    .from('organizations')
    .select('organization_id')
    .eq('organization_id', organizationId)
    .eq('is_active', true)
  if (error) {
    console.error(error)
    return 'Database error occurred while validating organization ID'
  }
  return data.length > 0 ? null : 'Invalid organization ID or organization not approved'
}
