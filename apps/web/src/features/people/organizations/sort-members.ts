import type { Member } from '@semblance/contract'
import type { SortOrder } from '@/components/ui/data-table.tsx'

const values: Record<string, (member: Member) => string | number> = {
  name: (member) => (member.name || member.email).toLowerCase(),
  role: (member) => member.role.toLowerCase(),
  joined: (member) => member.joinedAt.getTime(),
}

export function sortMembers(members: readonly Member[], { key, direction }: SortOrder): Member[] {
  const read = values[key]
  if (!read) return [...members]
  const sign = direction === 'asc' ? 1 : -1
  return [...members].sort((one, other) => {
    const [a, b] = [read(one), read(other)]
    return a < b ? -sign : a > b ? sign : 0
  })
}
