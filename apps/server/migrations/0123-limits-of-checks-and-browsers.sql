-- Counts what a client has measured before a dispute, and how often a browser's push service stayed silent.

alter table app.claim_checks add column times smallint not null default 1 check (times > 0);
comment on column app.claim_checks.times is 'How many sets of claims about this delivery were measured.';
alter table app.push_subscriptions
  add column silences smallint not null default 0 check (silences >= 0),
  add column paused_until timestamptz(3);
comment on column app.push_subscriptions.silences is 'Pushes in turn to which no answer came in time.';
comment on column app.push_subscriptions.paused_until is 'Until then nothing is sent, as the push service stayed silent several times in turn.';
