/** Row ids of the two sample organizations, on whose behalf a signed-out visitor reads; `load.ts` fills them. */
export const sampleOrganizations = {
  client: '5a3b1e00-0000-4000-8000-00000000c001',
  vendor: '5a3b1e00-0000-4000-8000-00000000e001',
}
