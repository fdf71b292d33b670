-- Changes of an offer's terms are values; what was recorded as text is read back into values.

create function pg_temp.cents_of(written text) returns jsonb language sql immutable as $$
  select case when written ~ '^\$\d{1,3}(,\d{3})*(\.\d\d)?$'
    then to_jsonb(trunc(translate(written, '$,', '')::numeric * 100)::text) end $$;
create function pg_temp.id_of(written text, ids jsonb) returns jsonb language sql immutable as $$
  select ids -> written $$;
-- Null when the text is no value of the field; the JSON null stands for none.
create function pg_temp.value_of(field text, written text) returns jsonb language sql immutable as $$
  select case field
    when 'price' then pg_temp.cents_of(written)
    when 'services' then pg_temp.cents_of(written)
    when 'timeline' then case when written ~ '^\d{1,9} days?$' then to_jsonb(split_part(written, ' ', 1)::integer) end
    when 'format' then (select case when bool_and(known.id is not null) then jsonb_agg(known.id order by part.place) end
      from regexp_split_to_table(written, ', ') with ordinality part (label, place)
      left join (values ('CSV', 'csv'), ('Excel (XLSX)', 'xlsx'), ('JSON', 'json')) known (label, id) using (label))
    when 'samples' then case
      when written = 'None' then 'null'
      when written ~ '^\d{1,3}(,\d{3}){0,2}$' then to_jsonb(replace(written, ',', '')::integer) end
    when 'accuracy' then case
      when written = 'Not stated' then 'null'
      when written ~ '^\d{1,3}%$' then to_jsonb(rtrim(written, '%')::integer) end
    when 'privacy' then pg_temp.id_of(written, '{"Standard (ε ≤ 3)": "standard", "High (ε ≤ 1)": "high", "Maximum (ε ≤ 0.5)": "maximum"}')
    when 'description' then to_jsonb(written)
    when 'deliverables' then to_jsonb(regexp_split_to_array(written, '; '))
    when 'payment' then pg_temp.id_of(written, '{"100% upfront": "upfront", "50% upfront, 50% on delivery": "half_upfront",
      "30% upfront, 70% on delivery": "third_upfront", "100% on delivery": "on_delivery"}')
    when 'delivery' then pg_temp.id_of(written, '{"Secure encrypted download link": "download", "SFTP transfer": "sftp",
      "API endpoint": "api", "Physical media": "physical"}')
    when 'support' then pg_temp.id_of(written, '{"No support": "none", "7 days post-delivery": "7_days", "30 days post-delivery": "30_days",
      "90 days post-delivery": "90_days", "6 months post-delivery": "6_months"}')
    when 'sample' then case when written = 'None' then 'null' else to_jsonb(written) end
  end $$;
create function pg_temp.change_of(field text, old_text text, new_text text) returns jsonb language sql immutable as $$
  select case when before is null or after is null
    then jsonb_build_object('field', field, 'legacyText', jsonb_build_object('from', old_text, 'to', new_text))
    else jsonb_build_object('field', field, 'from', before, 'to', after) end
  from (values (pg_temp.value_of(field, old_text), pg_temp.value_of(field, new_text))) parsed (before, after) $$;

update public.offer_revisions set changes = (
  select coalesce(jsonb_agg(pg_temp.change_of(c ->> 'field', c ->> 'from', c ->> 'to') order by place), '[]')
  from jsonb_array_elements(changes) with ordinality listed (c, place));
update public.proposals set changes = (
  select jsonb_agg(pg_temp.change_of(c ->> 'id', c ->> 'currentValue', c ->> 'proposedValue') order by place)
  from jsonb_array_elements(changes) with ordinality listed (c, place));

drop function pg_temp.change_of;
drop function pg_temp.value_of;
drop function pg_temp.cents_of;
drop function pg_temp.id_of;

comment on column public.offer_revisions.changes is 'A list of {field, from, to}: cents as text, days and records as numbers, lists, IDs, null; {field, legacyText: {from, to}} where an old text was no value.';
comment on column public.proposals.changes is 'As in offer_revisions, of terms only.';
