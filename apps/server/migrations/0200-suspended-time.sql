-- Says what the time held of a contract includes since suspensions are added to it; no data and no rule changes.

comment on column public.contracts.held_ms is 'How long its delivery stood still, in milliseconds: held by the platform, in a dispute that ended, or until a payment that the bank took back was made again; the delivery is due later by as much.';
comment on function app.delivery_due is 'The time at which a delivery is due, as seen at p_at: the agreed days after funding, later by held_ms and by a present hold; null before funding. deliveryDue in market/contracts says the same of a loaded row.';
