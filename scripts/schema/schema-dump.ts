/** The schema as PostgreSQL itself describes it, in a fixed order, for people to read and drift to show. */
import type pg from 'pg'

const schemas = `('public', 'app', 'auth', 'ledger', 'transparency')`
const own = `n.nspname in ${schemas} and c.relname <> 'schema_migrations'`

/** One part each: a title and a query that yields its lines in order as `line`. */
const parts: [string, string][] = [
  [
    'Tables',
    `select format(E'create table %I.%I (\\n%s\\n);', n.nspname, c.relname, string_agg(format('  %I %s%s%s', a.attname,
       format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
       case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
            when a.attidentity <> '' then ' generated always as identity'
            when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end), E',\\n' order by a.attnum)) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where ${own} and c.relkind = 'r' group by n.nspname, c.relname order by n.nspname, c.relname`,
  ],
  [
    'Views',
    `select format(E'create view %I.%I as\\n%s', n.nspname, c.relname, pg_get_viewdef(c.oid, true)) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relkind = 'v' order by n.nspname, c.relname`,
  ],
  [
    'Constraints',
    `select format('alter table %I.%I add constraint %I %s;', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where ${own} and k.contype <> 'n' order by n.nspname, c.relname, k.conname`,
  ],
  [
    'Indexes',
    `select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
       join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where ${own} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
     order by n.nspname, c.relname, line`,
  ],
  [
    'Functions',
    `select pg_get_functiondef(p.oid) || ';' as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ${schemas} and p.prokind = 'f' order by n.nspname, p.proname, p.oid::regprocedure::text`,
  ],
  [
    'Triggers',
    `select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_namespace n on n.oid = c.relnamespace where ${own} and not t.tgisinternal order by n.nspname, c.relname, t.tgname`,
  ],
  [
    'Row-level security',
    `select format('alter table %I.%I enable row level security;', n.nspname, c.relname) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relrowsecurity order by line`,
  ],
  [
    'Policies',
    `select format('create policy %I on %I.%I%s for %s to %s%s%s;', policyname, schemaname, tablename,
       case permissive when 'RESTRICTIVE' then ' as restrictive' else '' end, lower(cmd),
       array_to_string(roles, ', '), coalesce(' using (' || qual || ')', ''), coalesce(' with check (' || with_check || ')', '')) as line
     from pg_policies where schemaname in ${schemas} order by schemaname, tablename, policyname`,
  ],
  [
    'Comments on tables; the first line names the module that writes it',
    `select format('comment on table %I.%I is %L;', n.nspname, c.relname, obj_description(c.oid, 'pg_class')) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${own} and c.relkind = 'r' and obj_description(c.oid, 'pg_class') is not null order by n.nspname, c.relname`,
  ],
  [
    'Grants on tables',
    `select format('grant %s on %I.%I to %I;', string_agg(lower(privilege_type), ', ' order by privilege_type), table_schema, table_name, grantee) as line
     from information_schema.role_table_grants where table_schema in ${schemas}
       and grantee in ('anon', 'authenticated', 'semblance_system') group by table_schema, table_name, grantee
     order by table_schema, table_name, grantee`,
  ],
  [
    'Grants on columns, where the table as a whole is not granted',
    `select format('grant %s (%s) on %I.%I to %I;', lower(g.privilege_type), string_agg(g.column_name, ', ' order by g.column_name),
       g.table_schema, g.table_name, g.grantee) as line
     from information_schema.role_column_grants g where g.table_schema in ${schemas} and g.grantee in ('anon', 'authenticated')
       and not exists (select from information_schema.role_table_grants t where t.table_schema = g.table_schema
         and t.table_name = g.table_name and t.grantee = g.grantee and t.privilege_type = g.privilege_type)
     group by g.table_schema, g.table_name, g.grantee, g.privilege_type order by g.table_schema, g.table_name, g.grantee, g.privilege_type`,
  ],
]

/** Returns the whole schema as SQL text, the same for the same migrations. */
export async function dumpSchema(pool: pg.Pool): Promise<string> {
  const sections: string[] = [
    '-- Written by `npm run db:generate` from the migrations; not to be edited.',
  ]
  for (const [title, query] of parts) {
    const { rows } = await pool.query<{ line: string }>(query)
    if (rows.length > 0)
      sections.push(`-- ${title}\n\n${rows.map((row) => row.line.trimEnd()).join('\n')}`)
  }
  return `${sections.join('\n\n')}\n`
}
