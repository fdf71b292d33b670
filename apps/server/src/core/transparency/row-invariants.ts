/** Queries for rows that are not what their leaves say, and for leaves that are out of their chain. */
import { type RawBuilder, sql } from 'kysely'

type Invariants = Record<string, RawBuilder<{ at: string }>>

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The rows of this transaction get their leaves when it commits. */
const isCommitted = (table: string) =>
  sql`${sql.ref(`${table}.xact`)} is distinct from pg_current_xact_id_if_assigned()`

const body = sql`(o.payload::jsonb -> 'body')`

/** Maps each rule about rows of the audit log and of the ledger to a query for what breaks it. */
export const rowInvariants: Invariants = {
  'a row of the audit log is what its leaf says': sql`
    select 'audit row ' || l.seq || case when o.id is null then ' has no leaf' else '' end as at
    from app.audit_log l
    left join transparency.openings o on o.audit_seq = l.seq
    left join app.audit_chain c on c.audit_seq = l.seq
    where ${isCommitted('l')} and ((o.id is null and c.position is null) or (o.erased_at is null and ${body} <> jsonb_build_object(
      'seq', l.seq::text, 'at', ${iso('l.at')}, 'actor', l.actor, 'action', l.action, 'object', l.object, 'detail', l.detail)))
    union all
    select 'audit row ' || o.audit_seq || ' is gone' from transparency.openings o
    where o.audit_seq is not null and not exists (select from app.audit_log l where l.seq = o.audit_seq)`,
  'an entry of the ledger is what its leaf says': sql`
    select 'entry ' || e.id || case when o.id is null then ' has no leaf' else '' end as at
    from ledger.entry e
    left join transparency.openings o on o.entry_id = e.id and o.type = 'ledger.entry'
    left join app.audit_chain c on c.entry_id = e.id
    where ${isCommitted('e')} and ((o.id is null and c.position is null) or (o.erased_at is null and ${body} <> jsonb_build_object(
      'id', e.id, 'organization', e.org_id, 'key', e.idem_key, 'kind', e.kind, 'contract', e.contract_id,
      'effectiveAt', ${iso('e.effective_at')},
      'legs', (select jsonb_agg(jsonb_build_object('dr', dr.code, 'cr', cr.code, 'amountCents', m.amount::text) order by m.leg)
        from ledger.movement m join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
        where m.entry_id = e.id))))
    union all
    select 'entry ' || o.entry_id || ' is gone' from transparency.openings o
    where o.entry_id is not null and not exists (select from ledger.entry e where e.id = o.entry_id)`,
  'a row of before the log is what the audit chain says': sql`
    select 'link ' || c.position as at
    from (select *, row_number() over w as place, lag(hash, 1, '') over w as before
      from app.audit_chain window w as (order by position)) c
    where c.position <> c.place or c.hash is distinct from sha256(c.before ||
      case when c.entry_id is null then app.audit_content(c.audit_seq) else ledger.entry_content(c.entry_id) end)
    union all
    select 'the newest link is not the one of the first leaf' from transparency.openings o
    where o.type = 'log.opened' and o.erased_at is null and o.payload::jsonb -> 'body' ? 'auditChain'
      and ${body} -> 'auditChain' is distinct from coalesce((
        select jsonb_build_object('hash', encode(hash, 'hex'), 'position', position::text)
        from app.audit_chain order by position desc limit 1), 'null')`,
}

/** Reads the signed JSON of a certificate `c`; null for a text that is none. */
const signedText = sql`case when c.jws ~ '^[\\w-]+\\.[\\w-]+\\.' then convert_from(decode(
  rpad(translate(split_part(c.jws, '.', 2), '-_', '+/'), 4 * ceil(length(split_part(c.jws, '.', 2)) / 4.0)::integer, '='),
  'base64'), 'UTF8') end`

/** Maps each rule about openings, chains and the queue to a query for what breaks it. */
export const leafInvariants: Invariants = {
  'an opening fits its commitment': sql`
    select 'opening ' || id as at from transparency.openings
    where erased_at is null and commitment <>
      sha256(convert_to(E'semblance-log-v1\n', 'UTF8') || salt || convert_to(payload, 'UTF8'))`,
  'a leaf holds the commitment of its opening': sql`
    select 'leaf ' || l.index || ' of log ' || l.log as at
    from transparency.leaves l join transparency.openings o on o.id = l.opening where l.commitment <> o.commitment
    union all
    select 'staged opening ' || o.id
    from transparency.staged s join transparency.openings o on o.id = s.opening where s.commitment <> o.commitment`,
  'an opening is in the tree or waits': sql`
    select 'opening ' || o.id || coalesce(' of ' || o.deal || ', number ' || o.seq, '') as at
    from transparency.openings o
    where not exists (select from transparency.leaves l where l.opening = o.id)
      and not exists (select from transparency.staged s where s.opening = o.id)`,
  'the leaves of a deal have no gaps': sql`
    select w.deal || ', number ' || w.place as at
    from (select *, row_number() over x as place, lag(commitment) over x as before
      from transparency.openings where deal is not null window x as (partition by deal order by seq)) w
    where w.seq <> w.place or (w.seq > 1 and w.erased_at is null
      and w.payload::jsonb ->> 'prev' is distinct from encode(w.before, 'hex'))
    union all
    select d.id || ' ends elsewhere' from transparency.deals d
    left join lateral (select seq, commitment from transparency.openings o where o.deal = d.id order by seq desc limit 1) o on true
    where d.seq <> coalesce(o.seq, 0) or d.head is distinct from o.commitment`,
  'a consent to an agreement is what its leaf says': sql`
    select 'consent ' || a.id || ' to ' || a.offer_id as at from public.agreement_consents a
    where not exists (select from transparency.openings o
      where o.deal = a.offer_id and o.type = 'agreement.consented' and (o.erased_at is not null
        or ${body} @> jsonb_build_object('consent', a.id, 'side', a.side, 'act', a.act, 'statement', a.statement,
          'agreementSha256', a.agreement_sha256, 'aal', a.aal, 'at', ${iso('a.at')})))
    union all
    select 'consent ' || (${body} ->> 'consent') || ' is gone' from transparency.openings o
    where o.type = 'agreement.consented' and o.erased_at is null
      and not exists (select from public.agreement_consents a where a.id::text = ${body} ->> 'consent')`,
  'a certificate commits to what it discloses': sql`
    select 'certificate ' || d.certificate_id || ', ' || d.claim as at
    from public.certificate_disclosures d join public.certificates c on c.id = d.certificate_id
    where strpos(${signedText}, rtrim(translate(encode(sha256(convert_to(d.disclosure, 'UTF8')), 'base64'), '+/', '-_'), '=')) = 0
    union all
    select 'certificate ' || c.id || ' lacks a disclosure' from public.certificates c
    where coalesce(jsonb_array_length(${signedText}::jsonb -> '_sd'), 0)
      <> (select count(*) from public.certificate_disclosures d where d.certificate_id = c.id)`,
  'a certificate is what its leaf says': sql`
    select 'certificate ' || c.id as at
    from transparency.openings o join public.certificates c on c.id::text = ${body} ->> 'certificate'
    where o.type = 'certificate.issued' and o.erased_at is null
      and ${body} ->> 'jwsSha256' <> encode(sha256(convert_to(c.jws, 'UTF8')), 'hex')`,
}
