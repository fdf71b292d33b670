-- Sensitive acts need a proof of who is there that is minutes old. A server without this column leaves it empty:
-- its sessions count as not proved.

alter table auth.sessions add column proved_at timestamptz;
comment on column auth.sessions.proved_at is
  'When the person last proved who they are in this session: by second factor where there is one, else by password or a code they were sent; a refresh does not move it. Null: never.';
