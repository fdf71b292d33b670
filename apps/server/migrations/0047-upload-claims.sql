-- A chunk is written to the store outside any transaction, by the one writer that has claimed its upload.

alter table public.uploads
  add column writer uuid,
  add column writer_until timestamptz,
  add constraint uploads__writer check ((writer is null) = (writer_until is null)),
  add constraint uploads__removed_unclaimed check (state = 'open' or writer is null);
comment on column public.uploads.writer is 'The request that writes a chunk at the moment; only that one may raise received.';
comment on column public.uploads.writer_until is 'When another request may take over, because the writer must have given up.';
