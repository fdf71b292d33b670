import { Link } from 'react-router'
import { paths } from '@/paths.ts'

/** Links the other party's name to its profile; a closed account has none. */
export function CompanyLink({ name, slug }: { name: string; slug: string | null }) {
  if (!slug) return <span>{name}</span>
  return (
    <Link to={paths.company(slug)} className="link">
      {name}
    </Link>
  )
}
