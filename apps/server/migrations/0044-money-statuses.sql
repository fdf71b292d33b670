-- Money's states map to IDs of statuses; what people read for an ID is no business of the database.

create or replace view public.money_labels with (security_invoker = true) as
  select object, state, label, earnings
  from (values
    ('funding', 'submitted', 'pending', null),
    ('funding', 'settled', 'escrow', null),
    ('funding', 'failed', 'failed', null),
    ('funding', 'canceled', 'failed', null),
    ('funding', 'returned', 'failed', null),
    ('tranche', 'unfunded', 'pending', null),
    ('tranche', 'pending', 'pending', null),
    ('tranche', 'held', 'held', 'pending'),
    ('tranche', 'frozen', 'held', 'pending'),
    ('tranche', 'released', 'completed', 'processing'),
    ('tranche', 'refunded', 'completed', null),
    ('tranche', 'split', 'completed', 'processing'),
    ('refund', 'submitted', 'pending', null),
    ('refund', 'paid', 'completed', null),
    ('refund', 'failed', 'failed', null),
    ('contract', 'unpaid', 'pending', null),
    ('contract', 'submitted', 'pending', null),
    ('contract', 'held', 'escrow', null),
    ('contract', 'settled', 'completed', null),
    ('contract', 'failed', 'failed', null),
    ('payout', 'submitted', 'pending', 'processing'),
    ('payout', 'paid', 'paid', 'paid'),
    ('payout', 'failed', 'pending', 'processing'),
    ('payout', 'needs_attention', 'failed', 'processing'),
    ('payout', 'returned', 'failed', 'processing'),
    ('invoice', 'open', 'pending', null),
    ('invoice', 'paid', 'paid', null),
    ('invoice', 'void', 'failed', null),
    ('charge', 'submitted', 'pending', null),
    ('charge', 'paid', 'paid', null),
    ('charge', 'failed', 'failed', null),
    ('charge', 'returned', 'failed', null)
  ) as l (object, state, label, earnings);
alter view public.money_labels rename column label to status;
alter view public.money_history rename column label to status;
comment on view public.money_labels is 'The one place that maps a state of money to the status people see; earnings is its status in a vendor''s list.';
