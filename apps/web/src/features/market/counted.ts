import { MAX_COUNTED } from '@semblance/contract'
import { count } from '@/lib/format.ts'

/** Counting stops behind a thousand: 24 -> "24", 1001 -> "1,000+". */
export const counted = (total: number) =>
  total > MAX_COUNTED ? `${count(MAX_COUNTED)}+` : count(total)
