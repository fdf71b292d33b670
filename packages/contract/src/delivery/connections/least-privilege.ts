/** Says what the owner of a source grants so that a connection can read it, and no more. */
import type { ConnectionKind } from './connections.ts'

export const leastPrivileges: Record<ConnectionKind, { lead: string; noun: string; text: string }> =
  {
    postgres: {
      lead: 'As an owner of the tables, in the database that holds them. Name the tables that you deliver; views work, too, and show columns or rows of a table alone.',
      noun: 'Statements',
      text: `create role semblance_reader login password '…' connection limit 4
  nosuperuser nocreatedb nocreaterole noreplication;
alter role semblance_reader set default_transaction_read_only = on;
grant connect on database warehouse to semblance_reader;
grant usage on schema sales to semblance_reader;
grant select on sales.customers, sales.orders to semblance_reader;
-- where everyone may create there, as in PostgreSQL before version 15:
revoke create on schema public from public;`,
    },
    trino: {
      lead: 'In the file of rules of Trino’s file-based access control (access-control.name=file), ahead of your own. A user whom no rule of a list matches may do nothing, so that a new file needs rules for all others as well. Queries for the catalog’s information schema are always permitted and list what the user may select.',
      noun: 'Rules',
      text: `{
  "catalogs": [
    { "user": "semblance_reader", "catalog": "lake", "allow": "read-only" },
    { "user": "semblance_reader", "allow": "none" }
  ],
  "queries": [{ "user": "semblance_reader", "allow": ["execute"] }],
  "schemas": [{ "user": "semblance_reader", "owner": false }],
  "tables": [
    {
      "user": "semblance_reader",
      "catalog": "lake",
      "schema": "sales",
      "table": "customers|orders",
      "privileges": ["SELECT"]
    },
    { "user": "semblance_reader", "privileges": [] }
  ],
  "functions": [{ "user": "semblance_reader", "privileges": [] }],
  "procedures": [{ "user": "semblance_reader", "privileges": [] }]
}`,
    },
    s3: {
      lead: 'As the only policy of an IAM user of its own. Other stores have the same two permissions under other names: list below a prefix, and get objects there.',
      noun: 'Policy',
      text: `{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": "s3:ListBucket",
      "Resource": "arn:aws:s3:::my-bucket",
      "Condition": { "StringLike": { "s3:prefix": "exports/*" } }
    },
    {
      "Effect": "Allow",
      "Action": "s3:GetObject",
      "Resource": "arn:aws:s3:::my-bucket/exports/*"
    }
  ]
}`,
    },
  }
