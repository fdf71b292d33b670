import { StaffSearch } from '@/features/search/staff-search.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'

export default function AdminSearch() {
  return (
    <StaffPage
      title="Search"
      meta="Everything on the platform. An ID also finds what belongs to it: a contract's payments, an organization's people."
    >
      <StaffSearch />
    </StaffPage>
  )
}
