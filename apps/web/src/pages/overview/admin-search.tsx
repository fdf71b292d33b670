import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { StaffSearch } from '@/features/overview/search/staff-search.tsx'

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
