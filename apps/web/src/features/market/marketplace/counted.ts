import type { Counted } from '@semblance/contract'
import { count } from '@/lib/format.ts'

/** 24 -> "24", a thousand and more -> "1,000+" */
export const formatCount = (counted: Counted) =>
  `${count(counted.count)}${counted.isMore ? '+' : ''}`
