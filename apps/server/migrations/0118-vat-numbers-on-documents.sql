-- The VAT numbers that the parties had when a document was issued, which stay as they were.

alter table public.invoices
  add column recipient_vat text,
  add column other_vat text;
comment on column public.invoices.recipient_vat is 'As on file at the issue; null for none. No authority was asked.';
