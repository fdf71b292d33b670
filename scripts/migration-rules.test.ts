import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { findBreaks } from './migration-rules.ts'

const dir = join(import.meta.dirname, '../apps/server/migrations')

/** Releases run side by side from this migration on. */
const FIRST = 50

/** Creates the table that a later migration raises the floor in. */
const FLOOR = 52

const migrations = readdirSync(dir)
  .filter((file) => Number.parseInt(file, 10) >= FIRST)
  .map((file) => ({ file, text: readFileSync(join(dir, file), 'utf8') }))

describe('a migration', () => {
  it('that breaks servers of the release before raises the floor; CONTRIBUTING.md says how', () => {
    const breaks = migrations
      .filter(({ text }) => !text.includes('-- contract:'))
      .flatMap(({ file, text }) =>
        findBreaks(text).map(({ kind, statement }) => `${file}: ${kind}: ${statement}`),
      )
    expect(breaks).toEqual([])
  })

  it('that raises the floor comes after the floor’s own, and names an earlier migration or itself', () => {
    const numbers = readdirSync(dir).map((file) => Number.parseInt(file, 10))
    const wrong = migrations.flatMap(({ file, text }) =>
      [...text.matchAll(/^\s*--\s*contract:.*$/gim)]
        .map(([line]) => ({ line, level: Number(/^-- contract: (\d{4}), \S/.exec(line)?.[1]) }))
        .filter(({ level }) => {
          const own = Number.parseInt(file, 10)
          return own <= FLOOR || !numbers.includes(level) || level > own
        })
        .map(({ line }) => `${file}: ${line}`),
    )
    expect(wrong).toEqual([])
  })
})

test.each([
  'drop table public.notes',
  'alter table public.offers drop column note;',
  'alter table offers add column a text, drop if exists note;',
  'alter table offers rename note to remark;',
  'alter table offers rename to bids;',
  'alter view app.jobs rename column label to status;',
  'alter table offers alter column price type numeric(12, 2);',
  'alter table offers alter price set data type numeric;',
  "alter type app.kind rename value 'a' to 'b';",
  'do $$ begin end $$; -- first\nDROP\n  TABLE notes;',
  '-- compatible: nobody reads it\ndrop table notes;',
])('%s takes away what older servers use', (text) => {
  expect(findBreaks(text)).toMatchObject([{ kind: 'removal' }])
})

test.each([
  'alter table offers alter column note set not null;',
  'alter table offers add column note text not null;',
  'alter table offers alter column note drop default;',
  'alter table offers add constraint offers__note check (length(note) < 10);',
  'alter table offers add unique (note);',
  'create unique index offers__note on public.offers (note);',
  'drop function app.add_job(text);',
  'drop view app.jobs; create view app.jobs as select 1 as id;',
  'revoke insert on offers from authenticated;',
])('%s may refuse what older servers write', (text) => {
  expect(findBreaks(text)).toMatchObject([{ kind: 'restriction' }])
  expect(findBreaks(`select 1;\n-- compatible: they never do\n${text}`)).toEqual([])
})

test.each([
  "comment on table t is 'drop table t; alter table t drop column a';",
  'create function f() returns void language sql as $$ drop table t; $$;',
  "alter table offers add column note text not null default '';",
  'alter table offers add column cents bigint generated always as (a * 100) stored not null;',
  "alter table offers alter column note set default '', alter column note set not null;",
  'alter table offers drop constraint offers__note, add constraint offers__note check (a in (1, 2));',
  'alter table offers add column writer uuid, add constraint offers__writer check (writer <> a);',
  'alter table offers alter column note drop not null;',
  'alter table offers rename constraint a to b;',
  "alter type app.kind add value 'c';",
  'create table notes (id uuid);\ncreate unique index notes__id on notes (id);',
  'create table app.notes (id uuid);\nalter table app.notes add constraint one check (id is null);',
  'create index offers__note on offers (note);',
  'drop index offers__note;',
  'drop index public.offers__one; create unique index offers__one on public.offers (a) where b;',
  'revoke all on function app.add_job(text) from public;',
])('%s leaves older servers at work', (text) => {
  expect(findBreaks(text)).toEqual([])
})
