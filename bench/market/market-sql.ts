/** SQL of made-up rows: who owns the n-th, and what it draws. */

/** Sets how many titles and sentences there are to draw from. */
export const TEXTS = 20_000

export const organizationSql = (n: string) =>
  `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Uniform from 0 up to `below`, the same at every run, another for each salt. */
export const pick = (n: string, salt: number, below: number | string) =>
  `(abs(hashint8extended((${n})::bigint, ${salt}) % (${below})::bigint))::integer`
